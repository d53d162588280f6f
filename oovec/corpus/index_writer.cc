#include "oovec/corpus/index_writer.h"

#include <vector>

#include "oovec/base/error.h"
#include "oovec/corpus/index_metadata.h"
#include "oovec/io/output.h"
#include "oovec/io/tensor_file.h"

namespace oovec::inline corpus {

void check_index_output(const std::string& path) {
  if (path == "-" || path == "/dev/stdout")
    throw Error(ErrorKind::usage, "an index is mapped, so it must be a file, not standard output");
  const Output probe(path);
}

IndexWriter::IndexWriter(const std::string& path, std::size_t targets, std::uint32_t per_word)
    : path_(path),
      per_word_(per_word),
      postings_(path, targets),
      priorities_(path),
      sentence_offsets_(path),
      sentence_bytes_(path),
      posting_sentences_(path),
      posting_positions_(path) {
  sentence_offsets_.push_back(0);
}

void IndexWriter::add(const StoredSentence& sentence) {
  const auto number = static_cast<std::uint32_t>(sentences());
  bool wanted = false;
  for (const Hit& hit : sentence.hits) {
    if (postings_.count(hit.target) == per_word_) continue;
    postings_.add({hit.target, number, hit.position});
    wanted = true;
  }
  if (wanted) store(sentence);
}

void IndexWriter::store(const StoredSentence& sentence) {
  if (sentences() == max_sentences)
    throw Error(ErrorKind::unsupported,
                "more than 4,294,967,294 sentences; use a lower `per-word`");
  priorities_.push_back(sentence.priority);
  sentence_bytes_.append(sentence.bytes);
  sentence_offsets_.push_back(sentence_bytes_.size());
}

// Returns where the postings of each target begin, and the end.
std::vector<std::uint64_t> IndexWriter::group_postings(int threads) {
  std::vector<std::uint64_t> offsets = {0};
  postings_.for_each(threads, [&](std::uint32_t, std::span<const Posting> postings) {
    for (const Posting& posting : postings) {
      posting_sentences_.push_back(posting.value);
      posting_positions_.push_back(static_cast<std::uint16_t>(posting.position));
    }
    offsets.push_back(offsets.back() + postings.size());
  });
  return offsets;
}

IndexSummary IndexWriter::write(const IndexTables& tables, int threads, Progress* progress) {
  const std::vector<std::uint64_t> posting_offsets = group_postings(threads);
  const VocabularyView words = tables.words.view();
  TensorFileWriter writer(make_metadata(tables.settings, tables.totals));
  const auto add = [&]<class T>(const char* name, std::span<const T> values) {
    writer.add(name, {values.size()}, values);
  };
  add("counts", std::span<const std::uint64_t>(tables.counts));
  add("posting_offsets", std::span<const std::uint64_t>(posting_offsets));
  writer.add("posting_sentences", posting_sentences_);
  writer.add("posting_positions", posting_positions_);
  writer.add("priorities", priorities_);
  writer.add("sentence_offsets", sentence_offsets_);
  writer.add("sentence_bytes", sentence_bytes_);
  add("listed", std::span<const char>(tables.listed));
  add("word_offsets", words.offsets);
  add("word_index", words.slots);
  add("word_bytes", words.bytes);
  writer.write(path_, threads, progress);

  IndexSummary summary = summarize(tables.view());
  summary.sentences_kept = sentences();
  return summary;
}

}  // namespace oovec::inline corpus
