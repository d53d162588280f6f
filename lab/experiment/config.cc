#include "lab/experiment/config.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "lab/experiment/files.h"
#include "oovec/base/error.h"
#include "oovec/io/json.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

// Seeds and threads are the experiment's.
const std::vector<std::string> not_per_system = {"model", "seed", "threads"};

// How text is read is the index's.
const std::vector<std::string> not_of_fasttext = {
    "seed", "threads", "tokenizer", "lowercase", "language", "jsonl", "csv", "strict", "bad-lines"};

// Models and baselines are called by a single word.
bool names_file(const std::string& text) { return text.find_first_of("./") != std::string::npos; }

// "mine" for mine.txt, and for the folder mine/.
std::string stem_of(const std::string& path) {
  const fs::path plain = path.ends_with('/') ? fs::path(path).parent_path() : fs::path(path);
  return plain.stem().string();
}

// Names become those of files, and columns of tables.
bool can_be_name(const std::string& name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '+';
  };
  return !name.empty() && name.front() != '.' && std::all_of(name.begin(), name.end(), is_plain);
}

// Without keys that are there twice, of which one would be lost.
Json parse_strictly(const std::string& text, const std::string& path) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw Error(ErrorKind::malformed,
                  fmt::format("{}: {} appears twice; remove one of them", path, parsed.dump()));
    return true;
  };
  check_json_limits(text, path);
  try {
    return Json::parse(text, check);
  } catch (const Json::out_of_range&) {
    throw Error(ErrorKind::malformed, path + ": has a number that is too large");
  } catch (const Json::parse_error& error) {
    const std::string_view what = error.what();
    const std::size_t place = std::min(what.find("line "), what.size());
    const std::size_t end = std::min(what.find(':', place), what.size());
    throw Error(ErrorKind::malformed,
                fmt::format("{}: {}: not JSON; check commas, quotes and brackets", path,
                            what.substr(place, end - place)));
  }
}

class ConfigReader {
 public:
  ConfigReader(const std::string& path, Json json)
      : path_(path), folder_(fs::path(path).parent_path()) {
    config_.path = path;
    config_.json = std::move(json);
  }

  ExperimentConfig read() {
    JsonObject root(config_.json, path_);
    config_.title = root.text("title", stem_of(path_));
    config_.baseline = root.text("baseline");
    config_.vectors = file(root.text("vectors"));
    config_.context_vectors = file(root.text("context-vectors"));
    config_.corpus = files(root.texts("corpus"));
    config_.contexts = file(root.text("contexts"));
    if (const Json* index = root.find("index")) read_index(*index);
    read_seeds(root);
    read_systems(root);
    config_.dev = files(root.texts("dev"));
    config_.dn = file(root.text("dn"));
    config_.crw = file(root.text("crw"));
    config_.groups = file(root.text("groups"));
    config_.chimeras = files(root.texts("chimeras"));
    config_.wordsim = files(root.texts("wordsim"));
    config_.sentences = file(root.text("sentences"));
    read_examples(root);
    config_.trials = root.whole_number("trials", 1, Range{1, 1000});
    config_.allow_seen = root.flag("allow-seen");
    root.finish();
    check(root);
    return std::move(config_);
  }

 private:
  std::string file(const std::string& name) const {
    return name.empty() ? name : (folder_ / name).lexically_normal().string();
  }

  std::vector<std::string> files(std::vector<std::string> names) const {
    for (std::string& name : names) name = file(name);
    return names;
  }

  std::string place(const std::string& key, std::size_t i) const {
    return fmt::format("{}: {}[{}]", path_, key, i);
  }

  void read_index(const Json& value) {
    JsonObject index(value, path_ + ": index");
    index.options(config_.index, options_without_effect(config_.index));
    index.finish();
  }

  void read_seeds(JsonObject& root) {
    config_.seeds = {1};
    const Json* seeds = root.find("seeds");
    if (!seeds) return;
    const auto is_seed = [](const Json& item) { return item.is_number_unsigned(); };
    if (!seeds->is_array() || seeds->empty() || !std::all_of(seeds->begin(), seeds->end(), is_seed))
      root.refuse("seeds", "must be a list of whole numbers from 0 up");
    config_.seeds = seeds->get<std::vector<std::uint64_t>>();
    if (std::set<std::uint64_t>(config_.seeds.begin(), config_.seeds.end()).size() !=
        config_.seeds.size())
      root.refuse("seeds", "names a seed twice");
  }

  void read_systems(JsonObject& root) {
    const Json* systems = root.find("systems");
    if (!systems || !systems->is_array() || systems->empty())
      root.refuse("systems", "must be a list of systems");
    std::set<std::string> names;
    for (std::size_t i = 0; i < systems->size(); ++i) {
      config_.systems.push_back(read_system((*systems)[i], place("systems", i)));
      const std::string& name = config_.systems.back().name;
      if (!names.insert(name).second)
        root.refuse("systems",
                    fmt::format("two systems are called \"{}\"; give one a \"name\"", name));
    }
  }

  SystemConfig read_system(const Json& value, const std::string& where) const {
    if (value.is_string()) {
      const std::string text = value.get<std::string>();
      return read_system(Json{{names_file(text) ? "file" : "model", text}}, where);
    }
    JsonObject object(value, where);
    SystemConfig system;
    const std::string model = object.text("model");
    system.file = file(object.text("file"));
    if (model.empty() && system.file.empty())
      object.refuse("model", "is expected, or the \"file\" of a model or of vectors");
    if (!model.empty() && !system.file.empty())
      object.refuse("file", "is given beside \"model\"; name one of them");
    system.name = object.text("name", model.empty() ? stem_of(system.file) : model);
    if (!can_be_name(system.name))
      object.refuse(
          "name", fmt::format("\"{}\" is not made of letters, digits and -_.+ alone", system.name));
    if (model.empty()) {
      system.kind = SystemKind::file;
      system.own_space = object.flag("own-space");
    } else {
      read_model(model, object, system);
    }
    object.finish();
    return system;
  }

  // What makes sense of a key is known elsewhere.
  template <class Check>
  static void checked(const JsonObject& object, const std::string& key, const Check& check) {
    try {
      check();
    } catch (const Error& error) {
      object.refuse(key, error.what());
    }
  }

  static void read_model(const std::string& model, JsonObject& object, SystemConfig& system) {
    if (const auto baseline = enum_named<Baseline>(model)) {
      system.kind = SystemKind::baseline;
      system.baseline = *baseline;
    } else if (model == enum_name(SystemKind::alacarte)) {
      system.kind = SystemKind::alacarte;
      object.options(system.alacarte, not_per_system);
    } else if (const auto composition = enum_named<Composition>(model)) {
      system.kind = SystemKind::trained;
      system.train.model = composition;
      object.options(system.train, not_per_system);
      checked(object, "ngram-min", [&] { system.train = resolve(system.train); });
      checked(object, "model", [&] { check_options_used(system.train); });
    } else if (model == enum_name(SystemKind::mimick)) {
      system.kind = SystemKind::mimick;
      object.options(system.mimick, not_per_system);
    } else if (model == enum_name(SystemKind::fasttext)) {
      system.kind = SystemKind::fasttext;
      system.fasttext.subwords = "3-6";
      object.options(system.fasttext, not_of_fasttext);
      if (system.fasttext.subwords.empty())
        object.refuse("subwords", "is empty; give the lengths of n-grams, such as 3-6");
      checked(object, "subwords", [&] { (void)parse_subwords(system.fasttext.subwords); });
    } else {
      std::vector<std::string> choices = choices_of(Baseline());
      for (const auto kind : {SystemKind::alacarte, SystemKind::mimick, SystemKind::fasttext})
        choices.emplace_back(enum_name(kind));
      for (const std::string& name : choices_of(Composition())) choices.push_back(name);
      object.refuse("model", fmt::format("\"{}\" is not {}, nor the path of a file", model,
                                         list_choices(choices)));
    }
  }

  void read_examples(JsonObject& root) {
    const Json* examples = root.find("examples");
    if (!examples) return;
    if (!examples->is_array() || examples->empty())
      root.refuse("examples", "must be a list of words with contexts");
    for (std::size_t i = 0; i < examples->size(); ++i) {
      JsonObject object((*examples)[i], place("examples", i));
      ExampleWord example{object.text("word"), object.texts("contexts")};
      if (example.word.empty()) object.refuse("word", "is missing");
      object.finish();
      config_.examples.push_back(std::move(example));
    }
  }

  bool has(SystemKind kind) const {
    return std::any_of(config_.systems.begin(), config_.systems.end(),
                       [&](const SystemConfig& system) { return system.kind == kind; });
  }

  bool has(const std::string& name) const {
    return std::any_of(config_.systems.begin(), config_.systems.end(),
                       [&](const SystemConfig& system) { return system.name == name; });
  }

  // What the parts have to do with each other.
  void check(const JsonObject& root) const {
    if (config_.vectors.empty()) root.refuse("vectors", "is missing");
    if (!config_.corpus.empty() && !config_.contexts.empty())
      root.refuse("contexts", "is given beside \"corpus\"; name one of them");
    if (config_.corpus.empty() && config_.json.contains("index"))
      root.refuse("index", "says how to read \"corpus\", which is missing; add it");
    if ((has(SystemKind::alacarte) || has(SystemKind::trained)) && config_.corpus.empty() &&
        config_.contexts.empty())
      root.refuse("corpus", "or \"contexts\" is needed to learn from");
    if (has(SystemKind::fasttext) && config_.corpus.empty())
      root.refuse("corpus", "is needed for fastText to learn from");
    if (config_.dn.empty() && config_.crw.empty() && config_.chimeras.empty() &&
        config_.wordsim.empty() && config_.sentences.empty() && config_.examples.empty())
      root.refuse("dn", "or other data to evaluate on is needed");
    if (!config_.baseline.empty() && !has(config_.baseline))
      root.refuse("baseline", fmt::format("\"{}\" is not the name of a system", config_.baseline));
    if (!config_.groups.empty() && config_.dn.empty())
      root.refuse("groups", "groups the words of \"dn\", which is missing; add it");
  }

  std::string path_;
  fs::path folder_;
  ExperimentConfig config_;
};

}  // namespace

ExperimentConfig read_config(const std::string& path, const std::string& groups) {
  Json json = parse_strictly(read_text(path), path);
  if (!groups.empty() && json.is_object()) json["groups"] = fs::absolute(groups).string();
  return ConfigReader(path, std::move(json)).read();
}

}  // namespace oovec::lab
