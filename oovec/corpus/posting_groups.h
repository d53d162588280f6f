// Regroups postings by a key, in bounded memory: an index is made sentence by sentence, stored word
// by word, and read sentence by sentence again for merging. Not part of the public interface.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "oovec/io/scratch_file.h"

namespace oovec::inline corpus {

struct Posting {
  std::uint32_t key;
  std::uint32_t value;  // if the key is a target, a sentence; if it is a sentence, a target
  std::uint32_t position;
};

class PostingGroups {
 public:
  // Keys are 0 … keys - 1.
  PostingGroups(const std::string& beside, std::size_t keys) : postings_(beside), counts_(keys) {}

  void add(const Posting& posting) {
    postings_.push_back(posting);
    ++counts_[posting.key];
  }
  std::uint32_t count(std::uint32_t key) const { return counts_[key]; }

  // Calls use(key, postings) for every key in order, with its postings in the order they were
  // added. They are collected on `threads` threads.
  using Use = std::function<void(std::uint32_t, std::span<const Posting>)>;
  void for_each(int threads, const Use& use);

 private:
  std::vector<Posting> collect(std::size_t first, std::size_t last) const;

  FileArray<Posting> postings_;
  std::vector<std::uint32_t> counts_;  // per key
};

}  // namespace oovec::inline corpus
