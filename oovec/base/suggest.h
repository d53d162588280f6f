// "Did you mean": names that are near to one that does not exist.
//
//   throw Error(ErrorKind::usage, "there is no option --" + name + did_you_mean(name, options));
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline base {

// The names nearest to `name`, in their order; at most three, or none if more are equally near. A
// name is near if it differs by at most one edit per three letters, where an edit inserts, deletes
// or replaces a letter or swaps two neighbors. It is near, too, if `name` is its beginning ("aug"
// for "augment"), or continues it ("evaluate" for "eval"). Case is ignored, and _ counts as -.
[[nodiscard]] std::vector<std::string> similar_names(std::string_view name,
                                                     const std::vector<std::string>& names);

// "; did you mean gated?", "; did you mean a or b?", or nothing if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       const std::vector<std::string>& names);

}  // namespace oovec::inline base
