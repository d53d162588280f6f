// Times exact top-k search over a matrix, by default a random one of the shape of GloVe's.
//
//   bench_neighbors [--matrix FILE] [--rows N] [--dimension N] [--queries N] [--k N] [--output
//   FILE]
//
// FILE holds float32 numbers, row after row. Queries are rows spread evenly over the matrix. For
// every line of the standard input, all of them are searched for once: a number is that of the
// threads that search for all together; "copy" makes the copy of SearchRows on one thread, with
// which "single" searches for one after the other. Printed are the seconds, those of processor, and
// the bytes of the copy. What was found last goes to the output file, rows and scores, eight bytes
// each.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "oovec/search/nearest.h"
#include "oovec/search/search_rows.h"

namespace {

using oovec::Neighbor;
using oovec::Rows;
using oovec::SearchRows;
using Found = std::vector<std::vector<Neighbor>>;

std::map<std::string, std::string> parse(int argc, char** argv) {
  std::map<std::string, std::string> options{{"--rows", "341479"},  {"--dimension", "100"},
                                             {"--queries", "1000"}, {"--k", "10"},
                                             {"--matrix", ""},      {"--output", ""}};
  for (int i = 1; i < argc; i += 2) {
    const auto option = options.find(argv[i]);
    if (option == options.end() || i + 1 == argc)
      throw std::runtime_error(fmt::format("cannot use {}", argv[i]));
    option->second = argv[i + 1];
  }
  return options;
}

std::vector<float> read_floats(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<float> values(file ? static_cast<std::size_t>(file.tellg()) / sizeof(float) : 0);
  file.seekg(0);
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(float)));
  if (!file || values.empty()) throw std::runtime_error("cannot read " + path);
  return values;
}

std::vector<float> random_floats(std::size_t count) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

std::vector<float> spread_queries(const Rows& rows, std::size_t count) {
  std::vector<float> queries;
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = rows.values.subspan(i * rows.size() / count * rows.dimension, rows.dimension);
    queries.insert(queries.end(), row.begin(), row.end());
  }
  return queries;
}

// Words that nobody asks for.
std::shared_ptr<const oovec::Embeddings> embeddings(const std::vector<float>& values,
                                                    std::size_t dimension) {
  oovec::Vocabulary words;
  for (std::size_t row = 0; row * dimension < values.size(); ++row)
    (void)words.insert(fmt::format("w{}", row));
  oovec::Matrix matrix(dimension);
  matrix.append(values);
  return std::make_shared<oovec::Embeddings>(std::move(words), std::move(matrix));
}

Found search_singly(const SearchRows& words, const std::vector<float>& queries, std::size_t k) {
  Found found;
  const Rows rows = words.rows(1);
  for (std::size_t i = 0; i < queries.size(); i += rows.dimension)
    found.push_back(nearest(rows, std::span(queries).subspan(i, rows.dimension), k, {}, 1).front());
  return found;
}

void run(int argc, char** argv) {
  const auto options = parse(argc, argv);
  const auto number = [&](const char* name) { return std::stoul(options.at(name)); };
  const std::string& path = options.at("--matrix");
  const auto vectors = embeddings(
      path.empty() ? random_floats(number("--rows") * number("--dimension")) : read_floats(path),
      number("--dimension"));
  const Rows rows = oovec::rows_of(*vectors);
  const std::vector<float> queries = spread_queries(rows, number("--queries"));
  const SearchRows words(vectors);
  const std::size_t k = number("--k");

  Found found;
  for (std::string what; std::cin >> what;) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu_start = std::clock();
    if (what == "copy")
      (void)words.rows(1);
    else
      found = what == "single" ? search_singly(words, queries, k)
                               : nearest(rows, queries, k, {}, std::stoi(what));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
    std::cout << elapsed.count() << ' ' << cpu << ' ' << words.copy_bytes()
              << std::endl;  // flushed: the driver waits for it
  }

  if (options.at("--output").empty()) return;
  std::ofstream output(options.at("--output"), std::ios::binary);
  for (const auto& neighbors : found)
    output.write(reinterpret_cast<const char*>(neighbors.data()),
                 static_cast<std::streamsize>(neighbors.size() * sizeof(Neighbor)));
  output.close();
  if (!output) throw std::runtime_error("cannot write " + options.at("--output"));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
