// What the pages of web/ show: the JSON value within.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace oovec {

inline nlohmann::ordered_json page_value(const std::string& page) {
  constexpr std::string_view begin = "<script type=\"application/json\" id=\"value\">";
  const std::size_t at = page.find(begin) + begin.size();
  return nlohmann::ordered_json::parse(page.substr(at, page.find("</script>", at) - at));
}

inline std::size_t count_of(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
  return count;
}

}  // namespace oovec
