// What is decided about an index before any text is read: its settings and its targets. Not part of
// the public interface.
//
// All of it follows from the vectors and the options, and nothing from the text. So many machines
// can index parts of a text by one plan, and their parts can be joined.
#pragma once

#include <string>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/index_data.h"
#include "oovec/corpus/indexer.h"
#include "oovec/corpus/phrase_table.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline corpus {

class IndexPlan {
 public:
  // The vectors must outlive the plan.
  IndexPlan(const Embeddings& vectors, const IndexOptions& options);

  // The plan that an index was made by. `words` are those it was made with, in any order; throws
  // Error(usage) if they are others. The index must outlive the plan. A plan for counts alone keeps
  // no sentence.
  enum class Keep { sentences, counts };
  IndexPlan(const ContextIndex& index, const std::vector<std::string>& words,
            Keep keep = Keep::sentences);

  IndexPlan(const IndexPlan&) = delete;
  IndexPlan& operator=(const IndexPlan&) = delete;

  const IndexSettings& settings() const { return settings_; }
  // The words of the vectors, then the listed ones that have no vector, in byte order.
  VocabularyView targets() const { return targets_; }
  const PhraseTable& phrases() const { return phrases_; }  // the targets of several tokens
  Vocabulary copy_vector_words() const;

 private:
  IndexSettings settings_;
  VocabularyView vector_words_;  // in the plan of an index, the listed words as well
  Vocabulary with_listed_;       // a copy, if listed words had to be added
  VocabularyView targets_;
  PhraseTable phrases_;
};

}  // namespace oovec::inline corpus
