// The keys that a request must show one of: Authorization: Bearer KEY.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oovec::server {

// Whether two texts are the same, in a time that depends on their lengths only.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b);

class ApiKeys {
 public:
  // A key per line, of at least 16 printable characters; empty lines are passed over. Throws an
  // Error if there is none, or a line is none.
  explicit ApiKeys(const std::string& path);

  // `authorization` is the value of the header.
  [[nodiscard]] bool accepts(std::string_view authorization) const;

  // Whether others than its owner may read the file.
  [[nodiscard]] bool is_readable_by_others() const { return is_readable_by_others_; }

 private:
  std::vector<std::string> keys_;
  bool is_readable_by_others_ = false;
};

}  // namespace oovec::server
