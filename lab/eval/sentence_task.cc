#include "lab/eval/sentence_task.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "lab/eval/data_file.h"
#include "oovec/base/error.h"
#include "oovec/io/open_text.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view paraphrases = "msr_paraphrase_";

DataFile read(const fs::path& path) {
  const auto input = open_text(path.string());
  DataFile file = read_data_file(*input);
  if (file.lines.empty()) throw Error(ErrorKind::malformed, file.name + " holds no sentence");
  return file;
}

int parse_label(const DataFile& file, const DataLine& line, std::string_view text) {
  int label = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), label);
  if (error != std::errc() || end != text.data() + text.size())
    file.refuse(line, "a line must begin with the number of a class");
  return label;
}

// label, blank, sentence
void add_labelled(const fs::path& path, SentencePart part, SentenceTask& task) {
  const DataFile file = read(path);
  for (const DataLine& line : file.lines) {
    const std::string_view text = line.text;
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) file.refuse(line, "a label and a sentence are expected");
    task.labels.push_back(parse_label(file, line, text.substr(0, blank)));
    task.sentences.emplace_back(text.substr(blank + 1));
    task.parts.push_back(part);
  }
}

// The first line names the fields.
void add_paraphrases(const fs::path& path, SentencePart part, SentenceTask& task) {
  const DataFile file = read(path);
  for (std::size_t i = 1; i < file.lines.size(); ++i) {
    const DataLine& line = file.lines[i];
    const std::vector<std::string> fields =
        file.fields(line, 5, "a label, two numbers and two sentences");
    task.labels.push_back(parse_label(file, line, fields[0]));
    task.sentences.push_back(fields[3]);
    task.seconds.push_back(fields[4]);
    task.parts.push_back(part);
  }
}

void check_parts(const SentenceTask& task, const fs::path& folder) {
  for (const SentencePart part : {SentencePart::train, SentencePart::test})
    if (std::find(task.parts.begin(), task.parts.end(), part) == task.parts.end())
      throw Error(ErrorKind::usage, (folder / task.name).string() +
                                        ": sentences to learn from and to test are both needed");
}

SentenceTask read_split(const fs::path& folder, const std::string& name) {
  SentenceTask task{name, {}, {}, {}, {}};
  const std::pair<const char*, SentencePart> parts[] = {
      {".train", SentencePart::train}, {".dev", SentencePart::dev}, {".test", SentencePart::test}};
  for (const auto& [ending, part] : parts)
    if (fs::exists(folder / (name + ending))) add_labelled(folder / (name + ending), part, task);
  check_parts(task, folder);
  return task;
}

SentenceTask read_paraphrases(const fs::path& folder) {
  SentenceTask task{folder.filename().string(), {}, {}, {}, {}};
  const std::string prefix(paraphrases);
  add_paraphrases(folder / (prefix + "train.txt"), SentencePart::train, task);
  add_paraphrases(folder / (prefix + "test.txt"), SentencePart::test, task);
  check_parts(task, folder);
  return task;
}

SentenceTask read_classes(const fs::path& folder, const std::vector<fs::path>& files) {
  SentenceTask task{folder.filename().string(), {}, {}, {}, {}};
  for (std::size_t label = 0; label < files.size(); ++label)
    for (const DataLine& line : read(files[label]).lines) {
      task.sentences.push_back(line.text);
      task.labels.push_back(static_cast<int>(label));
    }
  return task;
}

struct Listing {
  std::vector<fs::path> files, folders;
};

Listing list(const fs::path& folder) {
  Listing listing;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (!entry.path().filename().string().starts_with('.'))
      (entry.is_directory() ? listing.folders : listing.files).push_back(entry.path());
  std::sort(listing.files.begin(), listing.files.end());
  std::sort(listing.folders.begin(), listing.folders.end());
  return listing;
}

void read_folder(const fs::path& folder, const std::vector<fs::path>& files,
                 std::vector<SentenceTask>& tasks) {
  std::set<std::string> splits;
  for (const fs::path& file : files)
    if (file.extension() == ".train") splits.insert(file.stem().string());
  if (!splits.empty()) {
    for (const std::string& name : splits) tasks.push_back(read_split(folder, name));
  } else if (!files.empty() && files.front().filename().string().starts_with(paraphrases)) {
    tasks.push_back(read_paraphrases(folder));
  } else if (files.size() > 1) {
    tasks.push_back(read_classes(folder, files));
  }
}

}  // namespace

std::vector<SentenceTask> read_sentence_tasks(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw Error(ErrorKind::io, folder + " is not a folder of sentences");
  std::vector<SentenceTask> tasks;
  const fs::path path = fs::canonical(folder);
  const Listing listing = list(path);
  read_folder(path, listing.files, tasks);
  for (const fs::path& inner : listing.folders) read_folder(inner, list(inner).files, tasks);
  if (tasks.empty())
    throw Error(ErrorKind::usage,
                folder +
                    " holds no task: a file of sentences for each class, or NAME.train and "
                    "NAME.test, are expected");
  return tasks;
}

}  // namespace oovec::lab
