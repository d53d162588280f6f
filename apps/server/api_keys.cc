#include "apps/server/api_keys.h"

#include <sys/stat.h>

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/text/normalize.h"

namespace oovec::server {
namespace {

constexpr std::size_t shortest_key = 16;
constexpr std::size_t longest_file = 1 << 16;

bool is_key(std::string_view line) {
  return line.size() >= shortest_key &&
         std::ranges::all_of(line, [](char c) { return c > ' ' && c < 0x7F; });
}

}  // namespace

bool same_secret(std::string_view a, std::string_view b) {
  volatile unsigned char difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference = static_cast<unsigned char>(difference | (a[i] ^ other));
  }
  return difference == 0;
}

ApiKeys::ApiKeys(const std::string& path) {
  const auto input = open_input(path);
  std::vector<char> text;
  if (append_from(*input, longest_file + 1, text) > longest_file)
    throw Error(ErrorKind::malformed, path + ": too long for a file of keys");
  std::string_view rest(text.data(), text.size());
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::string_view key = trim(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    if (key.empty()) continue;
    if (!is_key(key))
      throw Error(ErrorKind::malformed,
                  fmt::format("{}:{}: a key has at least {} characters, none of them a blank; make "
                              "one with: openssl rand -hex 32",
                              path, line, shortest_key));
    keys_.emplace_back(key);
  }
  if (keys_.empty())
    throw Error(ErrorKind::malformed,
                path + ": there is no key; make one with: openssl rand -hex 32");
  struct stat status {};
  is_readable_by_others_ =
      ::stat(path.c_str(), &status) == 0 && (status.st_mode & (S_IROTH | S_IWOTH)) != 0;
}

bool ApiKeys::accepts(std::string_view authorization) const {
  constexpr std::string_view scheme = "bearer ";
  const bool has_scheme = authorization.size() >= scheme.size() &&
                          std::equal(scheme.begin(), scheme.end(), authorization.begin(),
                                     [](char a, char b) { return a == (b | 0x20); });
  if (!has_scheme) return false;
  const std::string_view shown = trim(authorization.substr(scheme.size()));
  bool accepted = false;
  for (const std::string& key : keys_)  // all of them, so that time does not tell which
    if (same_secret(shown, key)) accepted = true;
  return accepted;
}

}  // namespace oovec::server
