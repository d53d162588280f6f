// The C interface (oovec/c.h): checks arguments, calls the library and turns exceptions into
// statuses. Nothing else is decided here.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/base/version.h"
#include "oovec/c.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/model.h"
#include "oovec/search/nearest.h"
#include "oovec/text/find_word.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/word_list.h"

struct oovec_error {
  oovec_status status;
  std::string message;
};

struct oovec_model {
  explicit oovec_model(const std::string& path, const std::string& vectors)
      : model(path, vectors) {}

  const oovec::Model model;
  // One for each call that runs at the same time.
  mutable oovec::Pool<oovec::WordInferrer> inferrers{
      [this] { return std::make_unique<oovec::WordInferrer>(model); }};
};

namespace oovec::inline c {
namespace {

oovec_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return OOVEC_USAGE;
    case ErrorKind::malformed:
      return OOVEC_MALFORMED;
    case ErrorKind::damaged:
      return OOVEC_DAMAGED;
    case ErrorKind::unsupported:
      return OOVEC_UNSUPPORTED;
    case ErrorKind::io:
      return OOVEC_IO;
  }
  return OOVEC_INTERNAL;
}

// A message that memory does not suffice for is left out.
oovec_status report(oovec_error** error, oovec_status status, std::string_view message) noexcept {
  try {
    if (error) *error = new oovec_error{status, std::string(message)};
  } catch (...) {
    *error = nullptr;
  }
  return status;
}

// Runs the body, which returns a status or throws.
template <class Body>
oovec_status guarded(oovec_error** error, const Body& body) noexcept {
  if (error) *error = nullptr;
  try {
    return body();
  } catch (const Error& failure) {
    return report(error, status_of(failure.kind()), failure.what());
  } catch (const std::bad_alloc&) {
    return report(error, OOVEC_NO_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return report(error, OOVEC_NO_MEMORY, "more items than memory can hold");
  } catch (const std::system_error& refused) {  // of the file system and of threads
    return report(error, OOVEC_IO, refused.what());
  } catch (const std::exception& bug) {
    return report(error, OOVEC_INTERNAL, bug.what());
  } catch (...) {
    return report(error, OOVEC_INTERNAL, "unknown exception");
  }
}

template <class T>
T& checked(T* pointer, const char* name) {
  if (!pointer) throw Error(ErrorKind::usage, fmt::format("{} must not be NULL", name));
  return *pointer;
}

// As checked() for arrays, which may be NULL if they have no items.
template <class T>
std::span<T> checked_array(T* items, std::size_t size, const char* name) {
  if (size > 0) (void)checked(items, name);
  return {items, size};
}

std::span<float> checked_vector(const Model& model, float* vector, std::size_t size) {
  (void)checked(vector, "vector");
  if (size < model.dimension())
    throw Error(ErrorKind::usage,
                fmt::format("vector has room for {} numbers, not for {}", size, model.dimension()));
  return {vector, model.dimension()};
}

void check_row(const Model& model, std::size_t row) {
  if (row >= model.vectors().size())
    throw Error(ErrorKind::usage, fmt::format("there is no row {}: the vectors have {} words", row,
                                              model.vectors().size()));
}

void check_inference(const oovec_inference* inference) {
  constexpr std::size_t most = 4096;  // more than any version will have: it was not set
  // Of version 1; programs built with it stay able to call when fields have been added.
  constexpr std::size_t first_size = offsetof(oovec_inference, confidence) + sizeof(float);
  if (inference && (inference->struct_size < first_size || inference->struct_size > most))
    throw Error(ErrorKind::usage,
                "set struct_size of the inference to sizeof(oovec_inference) first");
}

// Writes as many fields as the caller's struct has, and zeros beyond ours.
void write_inference(const Inference& found, oovec_inference* inference) {
  if (!inference) return;
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  const std::size_t size = inference->struct_size;
  std::memset(static_cast<void*>(inference), 0, size);
  const oovec_inference all = {size,
                               found.context_words,
                               found.alpha,
                               found.context_share,
                               found.known_ngrams,
                               found.agreement.value_or(none),
                               found.confidence.value_or(none)};
  std::memcpy(inference, &all, std::min(size, sizeof all));
}

std::string normal(const Model& model, std::string_view word) {
  return normal_word(word, model.text().casing());
}

// A context of words, in which the target stands where it, or the placeholder, occurs.
ContextTokens tokens_of(const Model& model, const std::string& target,
                        std::span<const char* const> words) {
  ContextTokens tokens;
  tokens.tokens.reserve(words.size());
  for (const char* each : words) {
    const std::string word = normal(model, &checked(each, "an item of words"));
    const bool is_target = word == target || word == ContextReader::placeholder;
    if (!is_target)
      for (const std::size_t row : find_word(model.vectors(), word, model.text()).all)
        tokens.rows.push_back(static_cast<std::uint32_t>(row));
    tokens.tokens.push_back({0, tokens.rows.size(), is_target});
  }
  return tokens;
}

ContextEvidence evidence_of(const Model& model, const std::string& target, const char* const* words,
                            std::span<const std::size_t> sizes) {
  const WeightedVectors vectors = model.weighted_vectors();
  ContextEvidence evidence = vectors.no_contexts();
  for (const std::size_t size : sizes) {
    vectors.add(tokens_of(model, target, checked_array(words, size, "words")), evidence);
    words += size;
  }
  return evidence;
}

// Hands out what was inferred.
oovec_status answer(const char* word, const InferredWord& inferred, std::span<float> vector,
                    oovec_inference* inference, oovec_error** error) {
  if (inferred.status == InferStatus::malformed) throw Error(inferred.error, inferred.message);
  if (inferred.status == InferStatus::unknown)
    return report(error, OOVEC_NO_VECTOR, fmt::format("\"{}\" {}", word, inferred.message));
  std::ranges::copy(inferred.inference.vector, vector.begin());
  write_inference(inferred.inference, inference);
  return OOVEC_OK;
}

}  // namespace
}  // namespace oovec::inline c

using namespace oovec;  // what follows is C, which has no namespaces

const char* oovec_version(void) { return version().data(); }

int32_t oovec_abi(void) { return OOVEC_ABI; }

const char* oovec_error_message(const oovec_error* error) {
  return error ? error->message.c_str() : "";
}

oovec_status oovec_error_status(const oovec_error* error) {
  return error ? error->status : OOVEC_OK;
}

void oovec_error_free(oovec_error* error) { delete error; }

oovec_status oovec_open(const char* path, const char* vectors, oovec_model** model,
                        oovec_error** error) {
  return guarded(error, [&] {
    oovec_model*& opened = checked(model, "model");
    opened = new oovec_model(&checked(path, "path"), vectors ? vectors : "");
    return OOVEC_OK;
  });
}

void oovec_close(oovec_model* model) { delete model; }

size_t oovec_dimension(const oovec_model* model) { return model ? model->model.dimension() : 0; }

size_t oovec_size(const oovec_model* model) { return model ? model->model.vectors().size() : 0; }

oovec_status oovec_word(const oovec_model* model, size_t row, const char** word, size_t* length,
                        oovec_error** error) {
  return guarded(error, [&] {
    const Model& asked = checked(model, "model").model;
    const char*& text = checked(word, "word");
    size_t& size = checked(length, "length");
    check_row(asked, row);
    const std::string_view found = asked.vectors().word(row);
    text = found.data();
    size = found.size();
    return OOVEC_OK;
  });
}

oovec_status oovec_find(const oovec_model* model, const char* word, size_t* row,
                        oovec_error** error) {
  return guarded(error, [&] {
    const Model& asked = checked(model, "model").model;
    const std::string spelling = normal(asked, &checked(word, "word"));
    size_t& place = checked(row, "row");
    const FoundWord found = find_word(asked.vectors(), spelling, asked.text());
    if (!found.word)
      return report(error, OOVEC_NO_VECTOR,
                    fmt::format("\"{}\" is not among the words of the vectors", word));
    place = *found.word;
    return OOVEC_OK;
  });
}

oovec_status oovec_vector(const oovec_model* model, size_t row, float* vector, size_t size,
                          oovec_error** error) {
  return guarded(error, [&] {
    const Model& asked = checked(model, "model").model;
    const std::span<float> room = checked_vector(asked, vector, size);
    check_row(asked, row);
    std::ranges::copy(asked.vectors().row(row), room.begin());
    return OOVEC_OK;
  });
}

oovec_status oovec_infer(const oovec_model* model, const char* word, const char* const* contexts,
                         size_t count, float* vector, size_t size, oovec_inference* inference,
                         oovec_error** error) {
  return guarded(error, [&] {
    const oovec_model& asked = checked(model, "model");
    const std::string_view spelling = &checked(word, "word");
    const std::span<float> room = checked_vector(asked.model, vector, size);
    check_inference(inference);
    const auto given = checked_array(contexts, count, "contexts");
    std::vector<std::string_view> texts;
    texts.reserve(given.size());
    for (const char* context : given) texts.emplace_back(&checked(context, "an item of contexts"));
    std::unique_ptr<WordInferrer> inferrer = asked.inferrers.take();
    const InferredWord inferred = inferrer->infer(spelling, texts);
    asked.inferrers.give_back(std::move(inferrer));
    return answer(word, inferred, room, inference, error);
  });
}

oovec_status oovec_infer_words(const oovec_model* model, const char* word, const char* const* words,
                               const size_t* sizes, size_t count, float* vector, size_t size,
                               oovec_inference* inference, oovec_error** error) {
  return guarded(error, [&] {
    const Model& asked = checked(model, "model").model;
    const std::string target = normal(asked, &checked(word, "word"));
    const std::span<float> room = checked_vector(asked, vector, size);
    check_inference(inference);
    const ContextEvidence evidence =
        evidence_of(asked, target, words, checked_array(sizes, count, "sizes"));
    return answer(word, judge(asked.infer(target, evidence)), room, inference, error);
  });
}

oovec_status oovec_neighbors(const oovec_model* model, const float* vector, size_t size,
                             size_t count, int32_t threads, size_t* rows, float* cosines,
                             size_t* found, oovec_error** error) {
  return guarded(error, [&] {
    const Model& asked = checked(model, "model").model;
    (void)checked(vector, "vector");
    (void)checked(found, "found");
    (void)checked_array(rows, count, "rows");
    (void)checked_array(cosines, count, "cosines");
    if (size != asked.dimension())
      throw Error(ErrorKind::usage, fmt::format("the vector has {} numbers, those of the model {}",
                                                size, asked.dimension()));
    if (threads < 0) throw Error(ErrorKind::usage, "threads must not be below 0");
    const std::size_t most = std::min(count, asked.vectors().size());
    const auto neighbors =
        nearest(asked.search()->rows(threads), {vector, size}, most, {}, threads);
    *found = neighbors.front().size();
    for (std::size_t i = 0; i < *found; ++i) {
      rows[i] = neighbors.front()[i].row;
      cosines[i] = neighbors.front()[i].score;
    }
    return OOVEC_OK;
  });
}
