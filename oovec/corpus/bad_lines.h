// Ends a task if too many lines of its corpus are unreadable: silently skipping half of a text
// would make a wrong result look right. Not part of the public interface.
#pragma once

#include "oovec/corpus/block_texts.h"

namespace oovec::inline corpus {

// Whether more than the share `most` of the lines that are not empty is bad. Of fewer than a
// hundred lines, half may be.
[[nodiscard]] bool too_many_bad(const LineCounts& counts, double most);

class BadLines {
 public:
  explicit BadLines(double most) : most_(most) {}

  // Counts the lines of a block; blocks come in order. Throws Error(malformed) if too many lines
  // are bad, once enough have been seen to tell.
  void add(const LineCounts& block);

  // To be called at the end. Also throws if only a few lines were read.
  void finish() const;

  const LineCounts& counts() const { return counts_; }  // of all so far

 private:
  [[noreturn]] void refuse() const;

  const double most_;  // share
  LineCounts counts_;
};

}  // namespace oovec::inline corpus
