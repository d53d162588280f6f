#include "lab/experiment/files.h"

#include <array>

#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/io/json.h"
#include "oovec/io/output.h"

namespace oovec::lab {

std::string read_text(const std::string& path) {
  const auto input = open_input(path);
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (const std::size_t size = input->read(buffer)) {
    text.append(buffer.data(), size);
    if (text.size() > JsonLimits().bytes)
      throw Error(ErrorKind::malformed, path + ": larger than 100 MiB, so oovec did not write it");
  }
  return text;
}

Json read_json(const std::string& path) {
  Json json = parse_json<Json>(read_text(path), path);
  if (json.is_discarded())
    throw Error(ErrorKind::damaged, path + " is no longer valid JSON; remove it to recreate it");
  return json;
}

void write_text(const std::string& path, std::string_view text) {
  Output output(path);
  output.write(text);
  output.commit();
}

void write_json(const std::string& path, const Json& json) {
  write_text(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace oovec::lab
