#include "oovec/corpus/index_metadata.h"

#include <fmt/format.h>

#include "oovec/base/options.h"
#include "oovec/io/metadata.h"

namespace oovec::inline corpus {
namespace {

constexpr const char* format_name = "oovec-contexts";
constexpr const char* format_version = "1";

// Names every number and choice that goes into the metadata, for writing and for reading.
template <class Settings, class Totals, class Visitor>
void visit_metadata(Settings& settings, Totals& totals, const Visitor& field) {
  field("vectors_fingerprint", settings.vectors_fingerprint);
  field("vectors_size", settings.vectors_size);
  field("per_word", settings.per_word);
  field("max_tokens", settings.max_tokens);
  field("seed", settings.seed);
  field("novel_min", settings.novel_min);
  field("listed_fingerprint", settings.listed_fingerprint);
  field("listed_size", settings.listed_size);
  field("lines", totals.lines);
  field("bad_lines", totals.bad_lines);
  field("sentences", totals.sentences);
  for (std::size_t i = 0; i < totals.tokens.count.size(); ++i)
    field(fmt::format("tokens {}", enum_name(static_cast<Match>(i))), totals.tokens.count[i]);
}

}  // namespace

std::map<std::string, std::string> make_metadata(const IndexSettings& settings,
                                                 const IndexTotals& totals) {
  std::map<std::string, std::string> metadata = {
      {"format", format_name},
      {"version", format_version},
      {"tokenizer", std::string(enum_name(settings.tokenizer))},
      {"lowercase", settings.lowercase ? "on" : "off"}};
  if (settings.language != undetermined_language) metadata["language"] = settings.language;
  if (settings.window > 0) metadata["window"] = std::to_string(settings.window);
  visit_metadata(settings, totals, [&](const std::string& name, auto value) {
    metadata[name] = std::to_string(value);
  });
  return metadata;
}

void read_metadata(const TensorFile& file, IndexSettings& settings, IndexTotals& totals) {
  const MetadataReader metadata(file, "index the corpus again");
  metadata.check_format(format_name, format_version, "a context index");
  visit_metadata(settings, totals,
                 [&](const std::string& name, auto& value) { metadata.number(name, value); });
  if (file.metadata().contains("window")) metadata.number("window", settings.window);
  metadata.choice("tokenizer", settings.tokenizer);
  metadata.flag("lowercase", settings.lowercase);
  settings.language = metadata.text_or("language", undetermined_language);
  if (!is_language(settings.language)) metadata.refuse("language");
}

}  // namespace oovec::inline corpus
