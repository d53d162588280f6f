// Times what no inference can do without, on one thread: splitting the contexts into tokens, and
// adding up the vectors of their words and of the words' n-grams.
//
//   bench_infer_limit MODEL LINES
//
// LINES is input of `oovec infer`. Which vectors to add is listed, and the model verified, before
// the clock starts. Prints the seconds of both, as JSON.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/model/model.h"

namespace {

using namespace oovec;

struct Line {
  std::string word;
  std::string context;
};

std::vector<Line> read_lines(const char* path) {
  std::vector<Line> lines;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    const std::size_t tab = text.find('\t');
    lines.push_back({text.substr(0, tab), text.substr(tab + 1)});
  }
  return lines;
}

// Rows of a table, line after line.
struct Rows {
  std::vector<std::uint32_t> rows;
  std::vector<std::size_t> ends;  // of each line in `rows`

  std::span<const std::uint32_t> of(std::size_t line) const {
    const std::size_t begin = line == 0 ? 0 : ends[line - 1];
    return std::span(rows).subspan(begin, ends[line] - begin);
  }
};

Rows list_words(const Model& model, const std::vector<Line>& lines) {
  ContextReader reader(model.vectors(), model.text());
  Rows rows;
  for (const Line& line : lines) {
    reader.set_target(normal_word(line.word, model.text().casing()));
    const std::vector<std::uint32_t>& found = reader.read(line.context).rows;
    rows.rows.insert(rows.rows.end(), found.begin(), found.end());
    rows.ends.push_back(rows.rows.size());
  }
  return rows;
}

Rows list_ngrams(const Model& model, const std::vector<Line>& lines) {
  Ngrams ngrams(model.settings().ngrams);
  Rows rows;
  for (const Line& line : lines) {
    for (const std::string_view ngram : ngrams.of(normal_word(line.word, model.text().casing())))
      rows.rows.push_back(
          static_cast<std::uint32_t>(model.parts().ngrams->find(ngram).value_or(0)));
    rows.ends.push_back(rows.rows.size());
  }
  return rows;
}

template <class Task>
std::string time_of(const Task& task) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  task();
  return fmt::format(
      R"({{"wall": {}, "cpu": {}}})",
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
      static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
}

void run(const char* model_path, const char* lines_path) {
  const Model model(model_path);
  const std::vector<Line> lines = read_lines(lines_path);
  const Rows words = list_words(model, lines), ngrams = list_ngrams(model, lines);
  const float* const word_vectors = model.vectors().values().data();
  const float* const ngram_vectors = model.parts().ngrams->values().data();

  Tokenizer tokenizer(model.text());
  std::size_t tokens = 0;
  const std::string tokenizing = time_of([&] {
    for (const Line& line : lines) {
      tokenizer.start(line.context);
      while (const Sentence* sentence = tokenizer.next()) tokens += sentence->tokens.size();
    }
  });
  std::vector<float> sum(model.dimension());
  const std::string adding = time_of([&] {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      add_rows(ngram_vectors, ngrams.of(i), sum);
      add_rows(word_vectors, words.of(i), sum);
    }
  });
  fmt::print(R"({{"tokenize": {}, "add": {}, "tokens": {}, "rows": {}, "sum": {}}})"
             "\n",
             tokenizing, adding, tokens, words.rows.size() + ngrams.rows.size(), sum[0]);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: bench_infer_limit MODEL LINES");
    run(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
