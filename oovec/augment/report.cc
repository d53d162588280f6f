// Writes the list of new words.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/augment/augment.h"
#include "oovec/io/output.h"

namespace oovec::inline augment {
namespace {

using Json = nlohmann::ordered_json;

std::string json_line(const NewWord& word) {
  Json json = {{"word", word.word},
               {"count", word.count},
               {"outcome", enum_name(word.outcome)},
               {"alpha", word.alpha},
               {"confidence", word.confidence ? Json(*word.confidence) : Json()},
               {"context_words", word.context_words},
               {"nearest", word.nearest}};
  return json.dump() + '\n';
}

std::string without_controls(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

std::string tsv_line(const NewWord& word) {
  return fmt::format("{}\t{}\t{}\t{:.4f}\t{}\t{}\t{}\n", without_controls(word.word), word.count,
                     enum_name(word.outcome), word.alpha,
                     word.confidence ? fmt::format("{:.4f}", *word.confidence) : "",
                     word.context_words,
                     without_controls(fmt::format("{}", fmt::join(word.nearest, ", "))));
}

bool wants_json(std::string_view path) {
  path = without_compression_suffix(path);
  return path.ends_with(".jsonl") || path.ends_with(".json");
}

}  // namespace

void write_report(const AugmentResult& result, const std::string& path) {
  const bool json = wants_json(path);
  Output output(path, compression_for_name(path));
  if (!json) output.write("word\tcount\toutcome\talpha\tconfidence\tcontext_words\tnearest\n");
  for (const NewWord& word : result.words) output.write(json ? json_line(word) : tsv_line(word));
  output.commit();
}

}  // namespace oovec::inline augment
