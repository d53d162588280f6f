// The sentences of an index under construction, sorted on disk: they are added in any order and
// read in the order of their priorities.
//
// Priorities are hashes, so if their range is divided into equal buckets, each bucket gets about as
// many sentences. A bucket is written as it fills, all to one temporary file. At the end, buckets
// are read one after the other and sorted in memory. Not part of the public interface.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/io/scratch_file.h"

namespace oovec::inline corpus {

struct Hit {
  std::uint32_t target;
  std::uint32_t position;  // of the target in the sentence: the code of a TargetPlace

  bool operator==(const Hit&) const = default;
};

struct StoredSentence {
  std::uint64_t priority;
  std::string_view bytes;
  std::span<const Hit> hits;
};

class SentenceStore {
 public:
  // The temporary file will lie beside this one.
  explicit SentenceStore(const std::string& beside);

  void add(const StoredSentence& sentence);

  // Hands all sentences to `use`, lower priorities first, equal ones in the order of their bytes.
  // A sentence added several times comes once, with the hits of all, ordered by target.
  void for_each(int threads, const std::function<void(const StoredSentence&)>& use,
                Progress* progress = nullptr);

 private:
  struct Extent {
    std::uint64_t begin;
    std::uint64_t size;
  };
  struct Bucket {
    std::string open;             // what has not been written yet
    std::vector<Extent> written;  // in file_
  };

  void write(Bucket& bucket);
  std::vector<char> read(const Bucket& bucket) const;

  ScratchFile file_;
  std::vector<Bucket> buckets_;
};

}  // namespace oovec::inline corpus
