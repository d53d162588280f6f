// Fills a store from text: remembers all words of a corpus that have no vector, with their
// sentences.
//
//   Store words = Store::open("words.db", options);
//   remember_corpus(words, vectors, {"news.txt.zst"}, {.time = now});
//
// Words are found as an index finds novel words (corpus/indexer.h). The content of the store
// depends on the set of sentences, not on threads or the order of files. The text is added in one
// transaction at the end: a task that fails or is stopped adds nothing and can be repeated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/index_data.h"
#include "oovec/corpus/line_rules.h"
#include "oovec/corpus/text_source.h"
#include "oovec/store/store.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline store {

struct RememberOptions {
  LineRules lines = {};
  int threads = 0;

  std::int64_t time = 0;         // of all sightings: milliseconds since 1970
  Progress* progress = nullptr;  // if set, receives the bytes read

  template <class Visitor>
  void fields(Visitor&& field) {
    lines.fields(field);
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct RememberSummary {
  IndexTotals totals;                   // of the text
  std::uint64_t words = 0;              // distinct ones without a vector
  std::uint64_t sightings = 0;          // of them
  std::vector<std::string> hints = {};  // signs that the text should be read differently
};

// `corpus`: files, or texts, which are read as the store's settings say.
RememberSummary remember_corpus(Store& store, const Embeddings& vectors, const TextSource& corpus,
                                const RememberOptions& options = {});

}  // namespace oovec::inline store
