// The bodies of requests as structs (docs/server.md). Each parse function throws RequestError.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::server {

// Longer words are no words, and their n-grams would take long.
inline constexpr std::size_t max_word = 256;  // bytes

// Explaining a context takes much longer than inferring from it.
inline constexpr std::size_t max_explained = 64 << 10;  // bytes of all contexts
inline constexpr std::size_t max_neighbors = 1000;      // k
inline constexpr std::size_t max_mapped = 100;          // k of a map
inline constexpr std::size_t max_searched = 100;        // items of a request for neighbors

enum class Encoding { numbers, base64 };

struct WordItem {
  std::string word;
  std::vector<std::string> contexts;

  std::vector<std::string_view> context_views() const { return {contexts.begin(), contexts.end()}; }
};

struct InferRequest {
  std::vector<WordItem> items;
  bool is_batch = false;
  bool store = false;
  bool diagnostics = false;
  Encoding encoding = Encoding::numbers;
};

struct NeighborsRequest {
  std::vector<WordItem> items;
  bool is_batch = false;
  std::size_t k = 10;
  bool both = true, form = true, context = true;
  std::vector<std::string> without_ngrams;
  bool map = false;
};

struct ExplainRequest {
  WordItem item;
  std::size_t k = 5;
  std::vector<std::string> without_ngrams;
};

struct SimilarityRequest {
  WordItem a, b;
};

struct EmbeddingsRequest {
  std::vector<std::string> input;
  std::string model;
  std::optional<std::size_t> dimensions;
  Encoding encoding = Encoding::numbers;
};

[[nodiscard]] InferRequest parse_infer(std::string_view body, std::size_t max_batch);
// A line of NDJSON: a word, its contexts, and options.
[[nodiscard]] InferRequest parse_infer_line(std::string_view line);
[[nodiscard]] NeighborsRequest parse_neighbors(std::string_view body);
[[nodiscard]] ExplainRequest parse_explain(std::string_view body);
[[nodiscard]] SimilarityRequest parse_similarity(std::string_view body);
[[nodiscard]] EmbeddingsRequest parse_embeddings(std::string_view body, std::size_t max_batch);

}  // namespace oovec::server
