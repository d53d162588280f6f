#include "lab/baselines/given_vectors.h"

#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

// "16.txt.gz" is for 16 contexts; nothing for names that do not begin with a number and a dot.
std::optional<std::size_t> contexts_of(const std::string& name) {
  std::size_t number = 0;
  const char* const end = name.data() + std::min(name.find('.'), name.size());
  const auto [rest, error] = std::from_chars(name.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

// Of a folder, by the number of contexts. Of a file, the file.
std::map<std::optional<std::size_t>, std::string> paths_by_contexts(const std::string& path) {
  std::map<std::optional<std::size_t>, std::string> paths;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    fs::directory_iterator entry(path, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      const auto contexts = contexts_of(entry->path().filename().string());
      if (!contexts) continue;
      const auto [place, is_new] = paths.try_emplace(contexts, entry->path().string());
      if (!is_new)
        throw Error(ErrorKind::usage,
                    fmt::format("{} and {} are both for {} contexts; leave one of them out",
                                place->second, entry->path().string(), *contexts));
    }
    if (error) throw io_error("cannot read " + path, error.value());
  }
  if (paths.empty()) paths.emplace(std::nullopt, path);
  return paths;
}

}  // namespace

GivenVectors::GivenVectors(const std::string& path, std::shared_ptr<const Embeddings> space,
                           const TokenizerOptions& text, Progress* progress)
    : path_(path),
      wanted_dimension_(space ? space->dimension() : 0),
      space_(std::move(space)),
      text_(text) {
  ReadOptions options;
  options.progress = progress;
  std::map<std::optional<std::size_t>, std::shared_ptr<const Embeddings>> read;
  for (const auto& [contexts, name] : paths_by_contexts(path)) {
    auto vectors = std::make_shared<const Embeddings>(read_vectors(name, options).embeddings);
    if (!read.empty() && vectors->dimension() != read.begin()->second->dimension())
      throw Error(ErrorKind::usage,
                  fmt::format("{} has {} dimensions, but another file of {} has {}; make all of "
                              "them from the same vectors",
                              name, vectors->dimension(), path, read.begin()->second->dimension()));
    read.emplace(contexts, std::move(vectors));
  }
  const auto& most_contexts = read.rbegin()->second;
  own_space_ = most_contexts->dimension() != wanted_dimension_;
  if (own_space_) {
    space_ = most_contexts;
    text_.lowercase = Lowercase::automatic;
    text_.language = automatic_language;
    text_ = resolve_text(text_, *space_);
  }
  for (auto& [contexts, vectors] : read) files_.emplace(contexts, make_file(std::move(vectors)));
}

GivenVectors::File GivenVectors::make_file(std::shared_ptr<const Embeddings> vectors) const {
  File file{std::move(vectors), {}};
  if (text_.lowercase != Lowercase::on) return file;
  for (std::size_t row = 0; row < file.vectors->size(); ++row)
    if (const std::string_view word = file.vectors->word(row); has_upper(word))
      file.lowered.try_emplace(normal_form(word, text_.casing()), row);
  return file;
}

void GivenVectors::check_space() const {
  if (!own_space_) return;
  if (wanted_dimension_ > 0)
    throw Error(ErrorKind::usage,
                fmt::format("{} has {} dimensions, but the vectors that it is compared with have "
                            "{}; make it from the same vectors",
                            path_, dimension(), wanted_dimension_));
  throw Error(ErrorKind::usage, fmt::format("{} is compared with vectors of known words; name the "
                                            "vectors that it was made for with `vectors`",
                                            path_));
}

const GivenVectors::File* GivenVectors::file_for(std::size_t contexts) const {
  auto found = files_.find(std::nullopt);
  if (found == files_.end()) found = files_.find(contexts);
  return found == files_.end() ? nullptr : &found->second;
}

bool GivenVectors::has_file_for(std::size_t contexts) const {
  return file_for(contexts) != nullptr;
}

std::optional<std::vector<float>> GivenVectors::find(std::string_view word,
                                                     std::size_t contexts) const {
  const File* const file = file_for(contexts);
  if (!file || word.empty()) return std::nullopt;
  std::optional<std::size_t> row = file->vectors->find(word);
  if (const auto lowered = file->lowered.find(std::string(word));
      !row && lowered != file->lowered.end())
    row = lowered->second;
  if (!row) return std::nullopt;
  const auto values = file->vectors->row(*row);
  return std::vector<float>(values.begin(), values.end());
}

std::optional<std::vector<float>> GivenVectors::infer_vector(std::string_view word,
                                                             const ContextEvidence&) const {
  if (!files_.contains(std::nullopt))
    throw Error(ErrorKind::usage,
                path_ +
                    " has a file for each number of contexts, but this test does not count "
                    "contexts; name one of its files");
  return find(word, 0);
}

bool is_by_contexts(const std::string& path) {
  return !paths_by_contexts(path).contains(std::nullopt);
}

const GivenVectors* as_given(const Inferrer& model) {
  return dynamic_cast<const GivenVectors*>(&model);
}

std::optional<std::vector<float>> infer_vector(const Inferrer& model, std::string_view word,
                                               std::size_t number,
                                               const ContextEvidence& contexts) {
  const GivenVectors* const given = as_given(model);
  return given ? given->find(word, number) : model.infer_vector(word, contexts);
}

}  // namespace oovec::lab
