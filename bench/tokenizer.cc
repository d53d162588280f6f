// Speed of the tokenizer on a text file, a line at a time, on one thread:
//   bench_tokenizer FILE [--compare]
// With --compare every line is also tokenised by the plain reference, and differences are printed.
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "oovec/text/tokenizer.h"
#include "tests/text/reference_tokenizer.h"

namespace oovec {
namespace {

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    visit(text.substr(0, length));
    text.remove_prefix(length);
  }
}

void measure(std::string_view text, const TokenizerOptions& options) {
  Tokenizer tokenizer(options);
  std::size_t sentences = 0;
  std::size_t tokens = 0;
  std::size_t bytes = 0;
  const std::clock_t start = std::clock();  // processor time: other programs may run meanwhile
  for_each_line(text, [&](std::string_view line) {
    tokenizer.start(line);
    while (const Sentence* sentence = tokenizer.next()) {
      ++sentences;
      tokens += sentence->tokens.size();
      for (const Token& token : sentence->tokens) bytes += token.lower.size();
    }
  });
  const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  fmt::print("{:>10}: {} sentences, {} tokens of {:.2f} bytes, {:.3f} s, {:.0f} MB/s\n",
             enum_name(options.tokenizer), sentences, tokens,
             static_cast<double>(bytes) / static_cast<double>(tokens), time,
             static_cast<double>(text.size()) / 1e6 / time);
}

int compare(std::string_view text) {
  Tokenizer tokenizer;
  ReferenceTokenizer reference;
  int differences = 0;
  for_each_line(text, [&](std::string_view line) {
    if (tokenize(tokenizer, line) == reference.tokenize(line)) return;
    if (++differences <= 10) fmt::print("differs: {}", line);
  });
  fmt::print("{} lines differ from the reference\n", differences);
  return differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace oovec

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_tokenizer FILE [--compare]\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  const std::string text = std::move(content).str();
  oovec::measure(text, {});
  oovec::measure(text, {oovec::TokenizerKind::whitespace, oovec::Lowercase::on});
  return argc > 2 ? oovec::compare(text) : 0;
}
