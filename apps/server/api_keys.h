// The API keys. A request must present one of them: Authorization: Bearer KEY.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oovec::server {

// Whether two texts are equal, in a time that depends only on their lengths.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b);

class ApiKeys {
 public:
  // Reads a key per line, of at least 16 printable characters each; skips empty lines. Throws an
  // Error if there is no key, or a line is not a key.
  explicit ApiKeys(const std::string& path);

  // `authorization` is the value of the header.
  [[nodiscard]] bool accepts(std::string_view authorization) const;

  // Whether users other than its owner can read the file.
  [[nodiscard]] bool is_readable_by_others() const { return is_readable_by_others_; }

 private:
  std::vector<std::string> keys_;
  bool is_readable_by_others_ = false;
};

}  // namespace oovec::server
