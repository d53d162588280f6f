// What the routes that infer words share: checking a word, inferring it, and saying why there is no
// vector.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/json_writer.h"
#include "apps/server/message.h"
#include "apps/server/requests.h"
#include "apps/server/served_model.h"
#include "apps/server/service.h"

namespace oovec::server {

// Throws RequestError 422 for a word that is longer than max_word.
void check_word(std::string_view word);

// Throws RequestError: 404 "no_vector" if nothing is known about the word, 422 if the word or a
// context is invalid. Counts the outcome.
[[nodiscard]] Inference infer_or_throw(Service& service, WordInferrer& inferrer,
                                       const WordItem& item,
                                       std::span<const std::string> left_out = {});

// Throws the same for a word that was not inferred. Counts the outcome.
void check_inferred(Service& service, std::string_view word, const InferredWord& inferred);

// "error": {"type": …, "message": …}
void write_error(const RequestError& error, JsonWriter& json);

// Whether inferring takes so long that it must not delay other clients.
[[nodiscard]] bool takes_long(std::span<const WordItem> items);

// Milliseconds since 1970.
[[nodiscard]] std::int64_t current_time();

}  // namespace oovec::server
