// Writes an index from its sentences, which come in the order of their priorities. Sentences and
// postings go through temporary files, so memory grows with the number of words only. Not part of
// the public interface.
#pragma once

#include <cstdint>
#include <string>

#include "oovec/base/progress.h"
#include "oovec/corpus/index_data.h"
#include "oovec/corpus/posting_groups.h"
#include "oovec/corpus/sentence_store.h"

namespace oovec::inline corpus {

// Throws an Error if no index can be written to this path, before hours of reading.
void check_index_output(const std::string& path);

class IndexWriter {
 public:
  // The temporary files will lie beside `path`.
  IndexWriter(const std::string& path, std::size_t targets, std::uint32_t per_word);

  // Sentences come with lower priorities first, so the first per_word of a target are its sample.
  // One that no target wants any more is dropped.
  void add(const StoredSentence& sentence);
  std::size_t sentences() const { return priorities_.size(); }

  // Writes the .ctx file (docs/formats.md), atomically.
  IndexSummary write(const IndexTables& tables, int threads, Progress* progress);

 private:
  void store(const StoredSentence& sentence);
  std::vector<std::uint64_t> group_postings(int threads);

  const std::string path_;
  const std::uint32_t per_word_;
  PostingGroups postings_;  // by target
  FileArray<std::uint64_t> priorities_;
  FileArray<std::uint64_t> sentence_offsets_;
  FileArray<char> sentence_bytes_;
  FileArray<std::uint32_t> posting_sentences_;
  FileArray<std::uint16_t> posting_positions_;
};

}  // namespace oovec::inline corpus
