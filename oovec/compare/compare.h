// Compares what a word means by group, by covariates and over time, from the contexts it occurs in.
// This is à la carte embedding regression (Rodriguez, Spirling & Stewart 2023, R's conText);
// docs/compare.md says when to trust the results.
//
//   const Model model("words.oovec");
//   CompareOptions options;
//   options.words = {"freedom"};
//   options.text = "speech";
//   options.by = "party";
//   options.document = "speech_id";
//   const CompareResult result = compare_contexts(model, {"speeches.csv"}, options);
//   use(result.words.front().pairs.front().p);
//
// Only contexts are compared, since the form of the word is the same everywhere. Each context i of
// the word gives a vector x_i = A·c_i + a (Model::map_context), where c_i is the weighted mean of
// its words without the word itself, and A and a are parameters of the model. The vector of a group
// is the plain mean of its x_i. Sentences of one speech are not independent, so permutations and
// bootstrap samples draw whole documents (or rows, if there is no column of documents).
//
// The text is read once, and a bounded sample of contexts is kept for each word and group. The
// sample depends only on the content of the contexts and the seed, so the result has the same bits
// for any number of threads and any order of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/base/statistics.h"
#include "oovec/corpus/context_window.h"
#include "oovec/corpus/line_rules.h"
#include "oovec/corpus/text_source.h"
#include "oovec/model/model.h"

namespace oovec::inline compare {

struct CompareOptions {
  std::string text;
  std::string by;
  std::string over;
  std::string formula;
  std::string document;
  double step = 10;
  ContextWindow context;
  std::uint32_t min_contexts = 20;
  std::uint32_t max_contexts = 20000;
  std::uint32_t permutations = 1000;
  std::uint32_t bootstraps = 1000;
  std::uint32_t neighbors = 10;
  std::uint32_t sentences = 3;
  LineRules lines;
  std::uint64_t seed = 1;
  int threads = 0;

  std::vector<std::string> words;    // to compare, of one token or several
  std::vector<std::string> anchors;  // words whose similarity to each group is reported
  std::vector<std::string> at;       // values of covariates, "party=R,year=1960"
  Progress* progress = nullptr;      // if set, receives the bytes read

  template <class Visitor>
  void fields(Visitor&& field) {
    field("text", text,
          R"(Column with the text: a field of JSON lines if the file name ends in .jsonl, .ndjson or
             .json, otherwise a column of CSV.)");
    field("by", by, "Compare groups of rows: those with the same value in this column.");
    field("over", over, "Compare periods of the year, date or number in this column.");
    field("formula", formula,
          R"(Regress contexts on these columns, such as "party + year". C(year) treats numbers as
             categories.)");
    field(
        "document", document,
        "Column that names the document of a row. By default every row is a document of its own.");
    field("step", step, "Length of a period.", Range{1e-6, 1e9});
    context.fields(field);
    field("min-contexts", min_contexts,
          "Leave out groups, levels of a category and periods with fewer than N contexts.",
          at_least(1));
    field("max-contexts", max_contexts,
          R"(Sample at most N contexts of a word from each group, or, for a regression, from the
             whole corpus.)",
          Range{10, 1e7});
    field("permutations", permutations, "Permutations per test; 0: no tests.", Range{0, 1e6});
    field("bootstraps", bootstraps, "Bootstrap samples per interval; 0: no intervals.",
          Range{0, 1e6});
    field("neighbors", neighbors, "Nearest and typical words to list.", Range{1, 1000});
    field("sentences", sentences, "Typical contexts to list for each group.", Range{0, 1000});
    lines.fields(field);
    field("seed", seed, "Seed of all samples.", at_least(0));
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// A number and, if it was bootstrapped, its 95 % interval.
struct Estimated {
  double value = 0;
  std::optional<Interval> interval;
};

struct WordCosine {
  std::string word;
  double cosine = 0;
};

struct AnchorCosine {
  std::string word;
  Estimated cosine;
};

// A word typical of a group: among the words nearest to any group, and nearer to this group than to
// the others.
struct TypicalWord {
  std::string word;
  double cosine = 0;  // to the vector of the group
  double others = 0;  // to the vector of all other groups together
  Estimated ratio;    // cosine / others
};

// A context typical of a group: near to its vector, and nearer than to that of the others. The
// context's own document is left out of the vector.
struct TypicalContext {
  std::string text;
  std::string document;
  double cosine = 0;
  std::optional<double> ratio;  // its cosine to the group / its cosine to all others
};

struct CompareGroup {
  std::string name;             // the value of the column; of a period, "1960–1969"
  double start = 0;             // of a period: where it begins
  std::uint64_t contexts = 0;   // compared (a sample of `found`)
  std::uint64_t found = 0;      // in the text
  std::uint64_t documents = 0;  // of the contexts that are compared
  std::vector<float> vector;    // the mean of the contexts, in the space of word vectors
  std::vector<WordCosine> nearest;
  std::vector<TypicalWord> typical_words;
  std::vector<TypicalContext> typical_contexts;
  std::vector<AnchorCosine> anchors;
};

// How two groups differ.
struct ComparePair {
  std::size_t first = 0, second = 0;  // groups
  Estimated cosine;                   // of the means; noise lowers it, if there are few contexts
  std::optional<Estimated> debiased;  // corrected for noise; nothing if all is noise
  double distance = 0;                // |difference of the means|
  std::optional<Estimated> squared_distance;  // debiased: about 0 if there is no difference
  std::optional<double> p;                    // permutation test of the distance
  std::optional<double> p_holm;               // adjusted for all pairs of all words
};

struct LeftOut {
  std::string name;
  std::uint64_t contexts = 0;
};

struct Coefficient {
  std::string name;                  // "party=R", "year"
  double norm = 0;                   // |β|; positive by noise alone
  std::optional<Estimated> squared;  // |β|², debiased: about 0 if there is no effect
  std::optional<double> p;           // permutation test (Freedman & Lane)
  std::optional<double> p_holm;      // adjusted for all coefficients of all words
};

struct Covariate {
  std::string name;
  bool numeric = false;
  double mean = 0, low = 0, high = 0;  // of a numeric one
  std::vector<std::string> levels;     // of a categorical one, the reference first
};

// The prediction of the regression for one combination of values.
struct Fitted {
  std::string values;         // "party=R, year=1960"
  std::vector<float> vector;  // as CompareGroup::vector
  std::vector<WordCosine> nearest;
  std::vector<AnchorCosine> anchors;
};

struct Regression {
  std::vector<Covariate> covariates;
  std::vector<Coefficient> coefficients;  // without the intercept
  std::vector<Fitted> fitted;
};

struct ComparedWord {
  std::string word;                    // as text spells it
  std::uint64_t found = 0;             // contexts in the text, with and without values
  std::uint64_t without_value = 0;     // left out: in rows that lack a value
  std::uint64_t without_words = 0;     // left out: no word of theirs has a vector
  std::uint64_t contexts = 0;          // compared
  std::uint64_t documents = 0;         // of the contexts that are compared
  std::uint64_t split_documents = 0;   // with several values, counted once for each
  std::uint64_t without_document = 0;  // contexts compared whose rows name no document
  std::vector<CompareGroup> groups;
  std::vector<LeftOut> left_out;   // groups or levels with too few contexts
  std::vector<ComparePair> pairs;  // all groups, or neighboring periods
  std::optional<double> p;         // permutation test of all groups at once
  std::optional<Regression> regression;
};

struct CompareResult {
  CompareOptions options;
  std::vector<ComparedWord> words;
  std::uint64_t rows = 0;
  std::uint64_t bad_rows = 0;
  std::uint64_t rows_without_value = 0;
  std::vector<std::string> hints;  // what may disappoint, and what to do about it
};

// `corpus`: files of CSV or JSON lines, or an iterator of JSON objects (with `lines.jsonl`).
[[nodiscard]] CompareResult compare_contexts(const Model& model, const TextSource& corpus,
                                             const CompareOptions& options);

// The result as JSON, the one form for the program, the page and Python (docs/compare.md lists the
// keys); and as CSV, with every number on a line of its own.
[[nodiscard]] std::string comparison_json(const CompareResult& result);
[[nodiscard]] std::string comparison_csv(const CompareResult& result);

}  // namespace oovec::inline compare
