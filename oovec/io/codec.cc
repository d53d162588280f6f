#include "oovec/io/codec.h"

#include <fmt/format.h>

namespace oovec::inline io {

Error truncated(const RawBytes& raw, std::string_view format) {
  return Error(ErrorKind::damaged,
               fmt::format("{}: the {} data ends early, at byte {}: the file was cut short, "
                           "fetch or write it again",
                           raw.name(), format, raw.offset()));
}

Error corrupt(const RawBytes& raw, std::string_view format, std::string_view reason) {
  return Error(ErrorKind::damaged, fmt::format("{}: the {} data is damaged near byte {} ({}): "
                                               "fetch or write the file again",
                                               raw.name(), format, raw.offset(), reason));
}

Error trailing_bytes(const RawBytes& raw, std::string_view format) {
  return Error(ErrorKind::damaged,
               fmt::format("{}: the {} data is followed by other data at byte {}: fetch the file "
                           "again, or truncate it there if you know that is harmless",
                           raw.name(), format, raw.offset()));
}

}  // namespace oovec::inline io
