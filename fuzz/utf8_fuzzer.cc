// Any bytes: repair must give well-formed UTF-8, and change nothing before the first bad byte.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "oovec/text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto bad = oovec::find_invalid_utf8(text);
  const std::string repaired = oovec::replace_invalid_utf8(text);

  if (oovec::find_invalid_utf8(repaired)) std::abort();
  if (bad.has_value() != (repaired != text)) std::abort();
  if (repaired.compare(0, bad.value_or(size), text.substr(0, bad.value_or(size))) != 0)
    std::abort();
  return 0;
}
