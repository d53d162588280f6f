#include "apps/cli/index_summary.h"

#include <fmt/format.h>

#include "apps/cli/print.h"

namespace oovec::cli {
namespace {

Json summary_json(const std::string& file, const IndexSummary& summary) {
  const IndexSettings& settings = summary.settings;
  Json tokens = {{"total", summary.totals.tokens.total()}};
  for (std::size_t i = 0; i < summary.totals.tokens.count.size(); ++i)
    tokens[std::string(enum_name(static_cast<Match>(i)))] = summary.totals.tokens.count[i];
  return {{"file", file},
          {"lines", summary.totals.lines},
          {"bad_lines", summary.totals.bad_lines},
          {"sentences", summary.totals.sentences},
          {"tokens", tokens},
          {"sentences_kept", summary.sentences_kept},
          {"words", settings.vectors_size},
          {"words_seen", summary.targets_seen},
          {"novel_words", summary.novel_words},
          {"listed", settings.listed_size},
          {"listed_unseen", summary.listed_unseen},
          {"first_unseen", summary.first_unseen},
          {"tokenizer", enum_name(settings.tokenizer)},
          {"lowercase", settings.lowercase},
          {"language", settings.language},
          {"per_word", settings.per_word},
          {"max_tokens", settings.max_tokens},
          {"window", settings.window},
          {"novel_min", settings.novel_min},
          {"seed", settings.seed},
          {"vectors_fingerprint", fmt::format("{:016x}", settings.vectors_fingerprint)}};
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// ": pomelo, quince, …"
std::string unseen_words(const IndexSummary& summary) {
  std::string list;
  for (const std::string& word : summary.first_unseen)
    list += (list.empty() ? ": " : ", ") + printable(word);
  return summary.listed_unseen > summary.first_unseen.size() ? list + ", …" : list;
}

}  // namespace

void print_summary(const std::string& file, const IndexSummary& summary, bool json) {
  print_hints(summary.hints);
  if (json) return print_json(summary_json(file, summary));
  const MatchCounts& tokens = summary.totals.tokens;
  fmt::print("index      {}\n", printable(file));
  fmt::print("text       {}, {}, {}\n", counted(summary.totals.lines, "line"),
             counted(summary.totals.sentences, "sentence"), counted(tokens.total(), "token"));
  fmt::print("coverage   {:.1f} % of tokens have a vector\n",
             percent(tokens.total() - tokens[Match::none], tokens.total()));
  for (std::size_t i = 0; i < tokens.count.size(); ++i)
    fmt::print("           {:5.1f} % {}\n", percent(tokens.count[i], tokens.total()),
               enum_name(static_cast<Match>(i)));
  fmt::print("words      {} of {} seen\n", with_commas(summary.targets_seen),
             with_commas(summary.settings.vectors_size));
  fmt::print("novel      {} words without a vector\n", with_commas(summary.novel_words));
  if (summary.settings.listed_size > 0)
    fmt::print("listed     {} words, {} never seen{}\n", with_commas(summary.settings.listed_size),
               with_commas(summary.listed_unseen), unseen_words(summary));
  fmt::print("kept       {} sentences, at most {} a word\n", with_commas(summary.sentences_kept),
             summary.settings.per_word);
  fmt::print(
      "settings   tokenizer {}, lower-casing {}, language {}, {} tokens to either side{}, seed "
      "{}\n",
      enum_name(summary.settings.tokenizer), summary.settings.lowercase ? "on" : "off",
      summary.settings.language, summary.settings.max_tokens,
      summary.settings.window > 0 ? " across sentences" : "", summary.settings.seed);
  if (summary.totals.bad_lines > 0)
    fmt::print(stderr, "{} lines were skipped: not UTF-8, JSON or CSV as required\n",
               with_commas(summary.totals.bad_lines));
}

}  // namespace oovec::cli
