#include "apps/cli/wrap.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "oovec/base/error.h"
#include "oovec/base/options.h"

namespace oovec::cli {
namespace {

// Letters outside ASCII take several bytes, but one column.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
  }));
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Words that are separated by single blanks, on lines of at most `width` columns.
std::string wrap_paragraph(std::string_view text, std::size_t width) {
  std::string wrapped;
  std::size_t line = 0;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t size = columns(word);
    if (line > 0) wrapped += line + 1 + size > width ? '\n' : ' ';
    line = line > 0 && line + 1 + size <= width ? line + 1 + size : size;
    wrapped += word;
  }
  return wrapped;
}

std::string_view without_line_ends(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of('\n'), text.size());
  return text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

}  // namespace

std::size_t help_width() {
  constexpr std::size_t standard = 100, least = 60;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0)
    return standard;
  return std::max(std::size_t{size.ws_col}, least);
}

std::string wrap(std::string_view text, std::size_t width) {
  const std::string spelled = spell_options(
      without_line_ends(text), [](std::string_view option) { return fmt::format("--{}", option); });
  std::string wrapped, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) wrapped += wrap_paragraph(one_line(paragraph), width) + '\n';
    paragraph.clear();
  };
  for (const std::string_view line : split(spelled, '\n')) {
    if (!line.empty() && line.front() != ' ') {
      paragraph += line;
      paragraph += '\n';
      continue;
    }
    end_paragraph();
    wrapped.append(line).append("\n");
  }
  end_paragraph();
  wrapped.pop_back();
  return wrapped;
}

}  // namespace oovec::cli
