#include "oovec/base/error.h"

#include <algorithm>
#include <system_error>

#include "oovec/base/shorten.h"

namespace oovec::inline base {
namespace {

// What stands in backquotes may also be a command, such as `oovec vectors check`.
bool is_option_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

std::string Error::message(const std::function<std::string(std::string_view)>& spell) const {
  return spell_options(shorten(what()), spell);
}

std::string spell_options(std::string_view message,
                          const std::function<std::string(std::string_view)>& spell) {
  std::string_view left = message;
  std::string spelled;
  for (;;) {
    const std::size_t open = left.find('`');
    const std::size_t close = open == left.npos ? open : left.find('`', open + 1);
    if (close == left.npos) return spelled.append(left);
    const std::string_view quoted = left.substr(open + 1, close - open - 1);
    const bool is_option = is_option_name(quoted);
    spelled += left.substr(0, is_option ? open : open + 1);
    if (is_option) spelled += spell(quoted);
    left.remove_prefix(is_option ? close + 1 : open + 1);
  }
}

Error not_finite_error(const std::string& what) {
  return Error(ErrorKind::usage,
               what +
                   " would contain a number that is not finite, so nothing is written; the input "
                   "vectors contain numbers that are too large: scale them down");
}

Error io_error(const std::string& what, int error_number) {
  return Error(ErrorKind::io, what + ": " + std::generic_category().message(error_number));
}

}  // namespace oovec::inline base
