#include "oovec/model/explain_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/text/html.h"

namespace oovec::inline model {
namespace {

// Of the page; the colours are those of what is shaded, too.
constexpr const char* page_style = R"(
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1c1e21; --faint: #6a6f76;
        --line: #dfe1e4; --form: 37 99 205; --context: 217 119 6; --strongest: .62; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --ink: #e8e9eb; --faint: #989ea7; --line: #33373d;
          --form: 90 150 255; --context: 245 158 11; --strongest: .66; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 52rem; background: var(--paper);
       color: var(--ink); font: 1rem/1.6 system-ui, "Segoe UI", "Helvetica Neue", sans-serif; }
h1 { margin: 0; font-size: 2.6rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.4rem 0 .7rem; font-size: 1.05rem; }
p { margin: .4rem 0; }
.faint, small { color: var(--faint); }
dl { display: flex; flex-wrap: wrap; gap: 1rem 2.2rem; margin: 1.4rem 0 0; padding: 1rem 0 0;
     border-top: 1px solid var(--line); }
dt { color: var(--faint); font-size: .85rem; }
dd { margin: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line);
         color: var(--faint); font-size: .85rem; }
@media print { body { padding: 0; } * { print-color-adjust: exact; } }
)";

// --w is an item's importance relative to the highest of its kind.
constexpr const char* item_style = R"(
:is(h2, h4):is(.form, .context)::before { content: ""; display: inline-block; width: .75rem;
             height: .75rem; margin-right: .5rem; border-radius: 2px; }
:is(h2, h4).form::before, .bar .form { background: rgb(var(--form)); }
:is(h2, h4).context::before, .bar .context { background: rgb(var(--context)); }
.bar { display: flex; height: .6rem; margin: 1.4rem 0 .4rem; overflow: hidden;
       border-radius: .3rem; }
.bar + p { display: flex; justify-content: space-between; margin: 0; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; }
.chips span { padding: .15rem .5rem .2rem; border-radius: .3rem; text-align: center; }
.chips small { display: block; font-size: .72rem; line-height: 1.2; color: inherit;
               opacity: .75; font-variant-numeric: tabular-nums; }
.text { line-height: 2; overflow-wrap: anywhere; }
.text + .text { margin-top: .8rem; padding-top: .8rem; border-top: 1px solid var(--line); }
.text span { padding: .12rem .3rem; border-radius: .25rem; }
.form span { background: rgb(var(--form) / calc(var(--w, 0) * var(--strongest))); }
.context span { background: rgb(var(--context) / calc(var(--w, 0) * var(--strongest))); }
.form .unknown { outline: 1px dashed var(--faint); outline-offset: -1px; }
.context .unknown { color: var(--faint); }
.context .target { font-weight: 700; text-decoration: underline 2px;
                   text-underline-offset: .2em; }
)";

template <class Items>
double highest_importance(const Items& items) {
  double highest = 0;
  for (const auto& item : items) highest = std::max(highest, item.weight.importance);
  return highest;
}

// The attributes of an item's element.
std::string shading(const Importance& weight, double highest) {
  return fmt::format("style=\"--w:{:.3f}\" title=\"importance {:.1f} %, change {:.5f}\"",
                     highest > 0 ? weight.importance / highest : 0, 100 * weight.importance,
                     weight.change);
}

std::string measure(std::string_view name, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
}

std::string measures(const Explanation& explanation) {
  const Inference& inferred = *explanation.inferred;
  std::string list;
  if (inferred.confidence)
    list += measure("confidence", fmt::format("{:.2f}", *inferred.confidence));
  if (inferred.agreement)
    list += measure("cosine of form and context", fmt::format("{:.2f}", *inferred.agreement));
  if (!explanation.ngrams.empty()) {
    const auto known = std::count_if(explanation.ngrams.begin(), explanation.ngrams.end(),
                                     [](const ExplainedNgram& ngram) { return ngram.known; });
    list += measure("known n-grams", fmt::format("{} of {}", known, explanation.ngrams.size()));
  }
  if (inferred.context_words > 0)
    list += measure("context words", std::to_string(inferred.context_words));
  return "<dl>\n" + list + "</dl>\n";
}

std::string nearest_line(std::span<const std::string> nearest) {
  if (nearest.empty()) return "";
  std::string line = "<p><span class=\"faint\">nearest words:</span>";
  for (std::size_t i = 0; i < nearest.size(); ++i)
    line += (i > 0 ? ", " : " ") + isolate_html(nearest[i]);
  return line + "</p>\n";
}

std::string share_bar(const Explanation& explanation) {
  const double share = std::clamp(explanation.context_share, 0.0, 1.0);
  return fmt::format(
      "<div class=\"bar\"><div class=\"form\" style=\"width:{0:.2f}%\"></div>"
      "<div class=\"context\" style=\"width:{1:.2f}%\"></div></div>\n"
      "<p><small>{0:.0f} % form</small><small>{1:.0f} % context (α = {2:.2f})</small></p>\n",
      100 - 100 * share, 100 * share, explanation.inferred->alpha);
}

std::string head(const Explanation& explanation, std::span<const std::string> nearest) {
  std::string html =
      fmt::format("<h1>{}</h1>\n{}", isolate_html(explanation.word), nearest_line(nearest));
  if (!explanation.inferred)
    return html +
           "<p>No vector: the model knows none of its n-grams, and no word of its contexts.</p>\n";
  return html + share_bar(explanation) + measures(explanation);
}

std::string form_section(const std::vector<ExplainedNgram>& ngrams, int level) {
  if (ngrams.empty()) return "";
  const double highest = highest_importance(ngrams);
  std::string html = fmt::format(
      "<h{0} class=\"form\">Form: its n-grams</h{0}>\n<div class=\"form chips\">\n", level);
  for (const ExplainedNgram& ngram : ngrams)
    html += fmt::format("<span{} {}>{}<small>{:.1f}</small></span>\n",
                        ngram.known ? "" : " class=\"unknown\"", shading(ngram.weight, highest),
                        isolate_html(ngram.text), 100 * ngram.weight.importance);
  return html + "</div>\n";
}

std::string context_section(const std::vector<std::vector<ExplainedToken>>& contexts, int level) {
  if (contexts.empty()) return "";
  double highest = 0;
  for (const auto& tokens : contexts) highest = std::max(highest, highest_importance(tokens));
  std::string html = fmt::format("<h{0} class=\"context\">Context: its words</h{0}>\n", level);
  for (const std::vector<ExplainedToken>& tokens : contexts) {
    html += "<p class=\"context text\">\n";
    for (const ExplainedToken& token : tokens)
      html += fmt::format("<span class=\"{}\" {}>{}</span>\n", enum_name(token.role),
                          shading(token.weight, highest), isolate_html(token.text));
    html += "</p>\n";
  }
  return html;
}

}  // namespace

std::string_view explanation_style() { return item_style; }

std::string explanation_fragment(const Explanation& explanation) {
  std::string html;
  if (explanation.inferred) html += share_bar(explanation);
  return html + form_section(explanation.ngrams, 4) + context_section(explanation.contexts, 4);
}

std::string explanation_page(const Explanation& explanation, std::span<const std::string> nearest) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} – oovec explain</title>\n<style>{}{}</style>\n</head>\n<body>\n{}{}{}"
      "<footer>The stronger the colour of an n-gram or word, the more the form or context "
      "embedding turns when it "
      "is left out: importance is that cosine distance, as a share of all. Point at one to see "
      "numbers. Dashed n-grams are unknown to the model; grey words have no vector, and "
      "the underlined word itself is left out.</footer>\n</body>\n</html>\n",
      escape_html(explanation.word), page_style, item_style, head(explanation, nearest),
      form_section(explanation.ngrams, 2), context_section(explanation.contexts, 2));
}

}  // namespace oovec::inline model
