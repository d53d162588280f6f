#include "oovec/corpus/index_metadata.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec {
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

// Reads metadata, of which anything may be missing or wrong.
class MetadataReader {
 public:
  explicit MetadataReader(const TensorFile& file) : file_(file) {}

  const std::string& text(const std::string& name) const {
    const auto found = file_.metadata().find(name);
    if (found == file_.metadata().end()) refuse(name);
    return found->second;
  }

  template <class Number>
  void number(const std::string& name, Number& value) const {
    const std::string& digits = text(name);
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || rest != end) refuse(name);
  }

  [[noreturn]] void refuse(const std::string& name) const {
    throw Error(
        ErrorKind::malformed,
        fmt::format("{}: no \"{}\" in the metadata; index the corpus again", file_.path(), name));
  }

 private:
  const TensorFile& file_;
};

}  // namespace

std::map<std::string, std::string> make_metadata(const IndexSettings& settings,
                                                 const IndexTotals& totals) {
  std::map<std::string, std::string> metadata = {
      {"format", format_name},
      {"version", format_version},
      {"tokenizer", std::string(enum_name(settings.tokenizer))},
      {"lowercase", settings.lowercase ? "on" : "off"}};
  visit_metadata(settings, totals, [&](const std::string& name, auto value) {
    metadata[name] = std::to_string(value);
  });
  return metadata;
}

void read_metadata(const TensorFile& file, IndexSettings& settings, IndexTotals& totals) {
  const auto format = file.metadata().find("format");
  if (format == file.metadata().end() || format->second != format_name)
    throw Error(ErrorKind::malformed, file.path() + ": a file of tensors, but not a context index");
  const MetadataReader metadata(file);
  if (metadata.text("version") != format_version)
    throw Error(ErrorKind::unsupported,
                fmt::format("{}: context index version {}; this program reads version {}: use a "
                            "newer oovec or index the corpus again",
                            file.path(), metadata.text("version"), format_version));
  visit_metadata(settings, totals,
                 [&](const std::string& name, auto& value) { metadata.number(name, value); });
  const auto kinds = enum_names(TokenizerKind());
  const auto kind = std::find(kinds.begin(), kinds.end(), metadata.text("tokenizer"));
  if (kind == kinds.end()) metadata.refuse("tokenizer");
  settings.tokenizer = static_cast<TokenizerKind>(kind - kinds.begin());
  const std::string& lowercase = metadata.text("lowercase");
  if (lowercase != "on" && lowercase != "off") metadata.refuse("lowercase");
  settings.lowercase = lowercase == "on";
}

}  // namespace oovec
