#include "oovec/corpus/bad_lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec::inline corpus {
namespace {

constexpr std::uint64_t enough_lines = 10'000;
constexpr std::uint64_t few_lines = 100;
constexpr double most_of_few = 0.5;

}  // namespace

bool too_many_bad(const LineCounts& counts, double most) {
  const std::uint64_t filled = counts.lines - counts.empty_lines;
  if (filled < few_lines) most = std::max(most, most_of_few);
  return static_cast<double>(counts.bad_lines) > most * static_cast<double>(filled);
}

void BadLines::add(const LineCounts& block) {
  counts_ += block;
  if (counts_.lines >= enough_lines && too_many_bad(counts_, most_)) refuse();
}

void BadLines::finish() const {
  if (too_many_bad(counts_, most_)) refuse();
}

void BadLines::refuse() const {
  const std::uint64_t filled = counts_.lines - counts_.empty_lines;
  if (counts_.bad_lines == filled)
    throw Error(ErrorKind::malformed,
                fmt::format("none of {} lines can be read; {}", filled, counts_.first_bad));
  throw Error(ErrorKind::malformed,
              fmt::format("{} of {} lines cannot be read, more than the share that `bad-lines` "
                          "allows ({}); the first: {}",
                          counts_.bad_lines, filled, most_, counts_.first_bad));
}

}  // namespace oovec::inline corpus
