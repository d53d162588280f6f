// Sentences or pairs of sentences, and their classes, in the formats of SentEval (Conneau and Kiela
// 2018).
//
// A folder holds one task, or several, in one of three forms:
//
//   NAME.train NAME.test [NAME.dev]       a label, a blank, a sentence (SST2, SST5)
//   msr_paraphrase_{train,test}.txt       label, two numbers, two sentences between tabs (MRPC)
//   other files, two or more              a class each, a sentence per line (MR, CR, SUBJ, MPQA)
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace oovec::lab {

enum class SentencePart { train, dev, test };

struct SentenceTask {
  std::string name;
  std::vector<std::string> sentences;
  std::vector<std::string> seconds;  // of pairs, the second sentences
  std::vector<int> labels;
  std::vector<SentencePart> parts;  // of each item; empty if there is no split

  std::size_t size() const { return labels.size(); }
};

// The tasks of a folder and of the folders in it, ordered by name. Throws Error(malformed) if a
// line does not have its form, Error(usage) if there is no task.
[[nodiscard]] std::vector<SentenceTask> read_sentence_tasks(const std::string& folder);

}  // namespace oovec::lab
