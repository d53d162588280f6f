#include "apps/cli/print.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/shorten.h"
#include "oovec/io/output.h"

namespace oovec::cli {
namespace {

constexpr std::size_t most_problems_shown = 20;

}  // namespace

void print_json(const Json& value) {
  fmt::print("{}\n", value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void write_text_file(const std::string& path, std::string_view content) {
  Output output(path, compression_for_name(path));
  output.write(content);
  output.commit();
}

std::string printable(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte < 0x20 || byte == 0x7F) {
      escaped += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {  // U+0080 … U+009F
      escaped += fmt::format("\\u{:04x}", next);
      ++i;
    } else {
      escaped += text[i];
    }
  }
  return escaped;
}

std::string message_of(const Error& error) {
  return error.message([](std::string_view option) { return fmt::format("--{}", option); });
}

std::vector<std::string> spelled_hints(std::vector<std::string> hints) {
  for (std::string& hint : hints)
    hint = spell_options(hint, [](std::string_view option) { return fmt::format("--{}", option); });
  return hints;
}

void print_hints(const std::vector<std::string>& hints) {
  for (const std::string& hint : spelled_hints(hints))
    fmt::print(stderr, "warning: {}\n", printable(hint));
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(number), noun, number == 1 ? "" : "s");
}

Json problems_json(const std::vector<Problem>& problems) {
  Json list = Json::array();
  for (const Problem& problem : problems) {
    Json json = {{"kind", name_of(problem.kind)}};
    if (problem.line > 0) json["line"] = problem.line;
    json["offset"] = problem.offset;
    json["message"] = problem.message;
    json["remedy"] = problem.remedy;
    list.push_back(std::move(json));
  }
  return list;
}

void print_problems(std::string_view file, const std::vector<Problem>& problems) {
  const std::size_t shown = std::min(problems.size(), most_problems_shown);
  for (std::size_t i = 0; i < shown; ++i)
    fmt::print(stderr, "{}\n",
               printable(shorten(
                   fmt::format("{}: {}", location(file, problems[i]), describe(problems[i])))));
  if (shown < problems.size())
    fmt::print(stderr, "… and {} more; `oovec vectors check` lists all\n",
               with_commas(problems.size() - shown));
}

}  // namespace oovec::cli
