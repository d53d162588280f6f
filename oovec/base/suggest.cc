#include "oovec/base/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>

#include "oovec/base/options.h"

namespace oovec::inline base {
namespace {

constexpr std::size_t most_suggestions = 3;
constexpr std::size_t letters_per_edit = 3;
constexpr std::size_t letters_to_begin = 3, letters_to_extend = 4;

std::string folded(std::string_view name) {
  std::string same(name);
  for (char& c : same) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return same;
}

// Edits that make one string of the other (optimal string alignment), by dynamic programming over
// the rows i of a: row[j] = edits between the first i letters of a and the first j of b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// How far a name is from what was written; nothing if it is not near.
std::optional<std::size_t> nearness(std::string_view written, std::string_view name) {
  const std::size_t allowed = std::max(written.size(), name.size()) / letters_per_edit;
  const std::size_t distance = edit_distance(written, name);
  if (distance <= allowed) return distance;
  const bool begun = written.size() >= letters_to_begin && name.starts_with(written);
  const bool extended = name.size() >= letters_to_extend && written.starts_with(name);
  return begun || extended ? std::optional(allowed) : std::nullopt;
}

}  // namespace

std::vector<std::string> similar_names(std::string_view name,
                                       const std::vector<std::string>& names) {
  const std::string written = folded(name);
  std::vector<std::string> similar;
  std::optional<std::size_t> nearest;
  for (const std::string& each : names) {
    const auto distance = nearness(written, folded(each));
    if (!distance || (nearest && *distance > *nearest)) continue;
    if (nearest && *distance < *nearest) similar.clear();
    nearest = distance;
    similar.push_back(each);
  }
  if (similar.size() > most_suggestions) similar.clear();
  return similar;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& names) {
  const std::vector<std::string> similar = similar_names(name, names);
  return similar.empty() ? "" : "; did you mean " + list_choices(similar) + "?";
}

}  // namespace oovec::inline base
