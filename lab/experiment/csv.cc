#include "lab/experiment/csv.h"

#include <array>
#include <stdexcept>

namespace oovec::lab {
namespace {

class Csv {
 public:
  explicit Csv(const std::vector<std::string>& header) {
    Json names = Json::array();
    for (const std::string& name : header) names.push_back(name);
    add(names);
  }

  // A list of numbers, texts and nulls, which stay empty.
  void add(const Json& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text_ += ',';
      text_ += quoted(fields[i]);
    }
    text_ += '\n';
  }

  std::string text() { return std::move(text_); }

 private:
  static std::string quoted(const Json& field) {
    if (field.is_null()) return "";
    if (!field.is_string()) return field.dump();
    auto text = field.get<std::string>();
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
  }

  std::string text_;
};

std::string dn_csv(const Json& results) {
  Csv csv({"system", "seed", "median_rank", "median_rank_low", "median_rank_high", "mrr", "mrr_low",
           "mrr_high"});
  for (const Json& system : results.at("dn").at("systems"))
    for (const Json& seed : system.at("seeds"))
      csv.add({system["name"], seed["seed"], seed["median_rank"], seed["median_rank_95"][0],
               seed["median_rank_95"][1], seed["mrr"], seed["mrr_95"][0], seed["mrr_95"][1]});
  return csv.text();
}

std::string words_csv(const Json& results) {
  Csv csv({"system", "seed", "word", "group", "rank", "alpha"});
  const Json& dn = results.at("dn");
  for (const Json& system : dn.at("systems"))
    for (const Json& seed : system.at("seeds"))
      for (std::size_t i = 0; i < dn["words"].size(); ++i)
        csv.add({system["name"], seed["seed"], dn["words"][i], dn["groups"][i], seed["ranks"][i],
                 seed["alphas"].is_null() ? Json() : seed["alphas"][i]});
  return csv.text();
}

std::string groups_csv(const Json& results) {
  Csv csv({"system", "group", "words", "median_rank", "mrr", "mrr_low", "mrr_high"});
  for (const Json& system : results.at("dn").at("systems"))
    for (const Json& group : system.at("groups"))
      csv.add({system["name"], group["group"], group["words"], group["median_rank"], group["mrr"],
               group["mrr_95"][0], group["mrr_95"][1]});
  return csv.text();
}

std::string rank_differences_csv(const Json& results) {
  Csv csv({"added", "from", "to", "bucket", "words"});
  const Json& dn = results.at("dn");
  for (const Json& item : dn.at("rank_differences"))
    for (std::size_t i = 0; i < dn["buckets"].size(); ++i)
      csv.add({item["added"], item["from"], item["to"], dn["buckets"][i], item["words"][i]});
  return csv.text();
}

std::string crw_csv(const Json& results) {
  Csv csv({"system", "seed", "contexts", "rho", "deviation"});
  const Json& crw = results.at("crw");
  for (const Json& system : crw.at("systems"))
    for (const Json& seed : system.at("seeds"))
      for (std::size_t i = 0; i < crw["contexts"].size(); ++i)
        csv.add({system["name"], seed["seed"], crw["contexts"][i], seed["rho"][i],
                 seed["deviation"][i]});
  return csv.text();
}

// Of data, called so, that give one figure for each system and seed.
std::string figures_csv(const Json& list, const std::string& called, const std::string& figure) {
  Csv csv({called, "system", "seed", figure, figure + "_low", figure + "_high"});
  for (const Json& data : list)
    for (const Json& system : data.at("systems"))
      for (const Json& seed : system.at("seeds")) {
        const Json& interval = seed.at(figure + "_95");
        csv.add({data.at(called), system["name"], seed["seed"], seed.at(figure), interval[0],
                 interval[1]});
      }
  return csv.text();
}

std::string chimeras_csv(const Json& results) {
  return figures_csv(results.at("chimeras"), "data", "rho");
}

// Systems that infer nothing for a pair have fewer of them.
std::string wordsim_csv(const Json& results) {
  Csv csv(
      {"data", "system", "seed", "rho", "rho_low", "rho_high", "pairs", "inferred", "left_out"});
  for (const Json& data : results.at("wordsim"))
    for (const Json& system : data.at("systems"))
      for (const Json& seed : system.at("seeds"))
        csv.add({data["data"], system["name"], seed["seed"], seed["rho"], seed["rho_95"][0],
                 seed["rho_95"][1], system["pairs"], system["inferred"], system["left_out"]});
  return csv.text();
}

std::string sentences_csv(const Json& results) {
  return figures_csv(results.at("sentences").at("tasks"), "task", "accuracy");
}

// The tests of differences, of all tables.
std::string comparisons_csv(const Json& results) {
  Csv csv({"measure", "data", "figure", "system", "against", "difference", "difference_low",
           "difference_high", "p"});
  const auto add = [&](const char* measure, const Json& data, const char* figure,
                       const Json& systems) {
    for (const Json& system : systems) {
      const Json& found = system.at("comparison");
      if (!found.is_null())
        csv.add({measure, data, figure, system.at("name"), found.at("against"),
                 found.at("difference"), found.at("difference_95")[0], found.at("difference_95")[1],
                 found.at("p")});
    }
  };
  if (results.contains("dn")) add("dn", nullptr, "mrr", results.at("dn").at("systems"));
  if (results.contains("crw")) add("crw", nullptr, "mean_rho", results.at("crw").at("systems"));
  for (const char* measure : {"chimeras", "wordsim"})
    for (const Json& data : results.value(measure, Json::array()))
      add(measure, data.at("data"), "rho", data.at("systems"));
  if (!results.contains("sentences")) return csv.text();
  for (const Json& task : results.at("sentences").at("tasks"))
    add("sentences", task.at("task"), "accuracy", task.at("systems"));
  add("sentences", "mean", "accuracy", results.at("sentences").at("means"));
  return csv.text();
}

std::string timings_csv(const Json& results) {
  Csv csv({"step", "of", "seconds"});
  for (const Json& timing : results.at("timings"))
    csv.add({timing["step"], timing["of"], timing["seconds"]});
  return csv.text();
}

struct Table {
  const char* name;
  std::optional<Measure> of;
  std::string (*make)(const Json& results);
};

constexpr std::array tables = {Table{"dn.csv", Measure::dn, dn_csv},
                               Table{"words.csv", Measure::dn, words_csv},
                               Table{"groups.csv", Measure::dn, groups_csv},
                               Table{"rank-differences.csv", Measure::dn, rank_differences_csv},
                               Table{"crw.csv", Measure::crw, crw_csv},
                               Table{"chimeras.csv", Measure::chimeras, chimeras_csv},
                               Table{"wordsim.csv", Measure::wordsim, wordsim_csv},
                               Table{"sentences.csv", Measure::sentences, sentences_csv},
                               Table{"comparisons.csv", std::nullopt, comparisons_csv},
                               Table{"timings.csv", std::nullopt, timings_csv}};

}  // namespace

std::vector<std::string> csv_names(const std::set<Measure>& measures) {
  std::vector<std::string> names;
  for (const Table& table : tables)
    if (!table.of || measures.contains(*table.of)) names.emplace_back(table.name);
  return names;
}

std::vector<std::string> all_csv_names() {
  std::vector<std::string> names;
  names.reserve(tables.size());
  for (const Table& table : tables) names.emplace_back(table.name);
  return names;
}

std::string make_csv(const std::string& name, const Json& results) {
  for (const Table& table : tables)
    if (table.name == name) return table.make(results);
  throw std::logic_error("no table " + name);
}

}  // namespace oovec::lab
