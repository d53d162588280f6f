#include "oovec/io/open_text.h"

#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/file_kind.h"
#include "oovec/io/utf16_input.h"

namespace oovec::inline io {
namespace {

using namespace std::string_view_literals;

void refuse_other_files(std::string_view start, const std::string& name) {
  if (start.starts_with("\xFF\xFE\0\0"sv) || start.starts_with("\0\0\xFE\xFF"sv))
    throw Error(ErrorKind::malformed, name + " is in UTF-32; convert it: iconv -f UTF-32 -t UTF-8");
  if (const auto kind = find_file_kind(start))
    throw Error(ErrorKind::malformed, fmt::format("{} is {}, not text", name, *kind));
}

}  // namespace

std::unique_ptr<PeekedInput> open_text(const std::string& path) {
  return as_text(open_input(path));
}

std::unique_ptr<PeekedInput> as_text(std::unique_ptr<Input> bytes) {
  auto input = std::make_unique<PeekedInput>(std::move(bytes));
  const std::string_view start = input->peek(file_kind_bytes);
  refuse_other_files(start, input->name());
  if (const auto order = find_utf16(start))
    return std::make_unique<PeekedInput>(std::make_unique<Utf16Input>(std::move(input), *order));
  return input;
}

}  // namespace oovec::inline io
