#include "apps/server/request_object.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/options.h"
#include "oovec/base/suggest.h"
#include "oovec/io/json.h"

namespace oovec::server {
namespace {

constexpr JsonLimits request_limits{std::size_t{1} << 30, 1'000'000, 16};

std::size_t count_keys(const Json& value) {
  std::size_t keys = value.is_object() ? value.size() : 0;
  if (value.is_structured())
    for (const Json& item : value) keys += count_keys(item);
  return keys;
}

}  // namespace

Json parse_body(std::string_view text) {
  if (const auto excess = find_json_excess(text, request_limits))
    throw RequestError(
        400, "malformed",
        fmt::format("the body is JSON {}; /openapi.json says what to send", *excess));
  try {
    Json value = Json::parse(text);
    if (count_keys(value) != count_json_keys(text))
      throw RequestError(400, "malformed", "the body has a key twice in one object; send it once");
    return value;
  } catch (const Json::exception& error) {
    std::string_view reason = error.what();  // [json.exception.parse_error.101] parse error at …
    reason.remove_prefix(std::min(reason.find(']') + 2, reason.size()));
    throw RequestError(400, "malformed", fmt::format("the body is not JSON: {}", reason));
  }
}

RequestError wrong_value(const std::string& message) { return {422, "usage", message}; }

RequestObject::RequestObject(const Json& value, std::string place)
    : value_(value), place_(std::move(place)) {
  if (value.is_object()) return;
  const std::string name =
      place_.empty() ? "the body" : fmt::format("\"{}\"", place_.substr(0, place_.size() - 1));
  throw wrong_value(fmt::format("{} is {}, not an object", name, value.type_name()));
}

std::string RequestObject::place_of(std::string_view key) const {
  return fmt::format("\"{}{}\"", place_, key);
}

const Json* RequestObject::take(const char* key) {
  known_.emplace_back(key);
  const auto found = value_.find(key);
  return found == value_.end() || found->is_null() ? nullptr : &*found;
}

std::string RequestObject::text(const char* key) {
  const Json* const found = take(key);
  if (!found) {
    if (has(key)) throw wrong_value(fmt::format("{} is null; send a string", place_of(key)));
    std::vector<std::string> sent;
    for (const auto& [name, value] : value_.items()) sent.push_back(name);
    const std::vector<std::string> meant = similar_names(key, sent);
    throw wrong_value(fmt::format("{} is missing; send a string{}", place_of(key),
                                  meant.empty() ? "" : fmt::format(", not \"{}\"", meant.front())));
  }
  if (!found->is_string())
    throw wrong_value(fmt::format("{} is {}; send a string", place_of(key), found->type_name()));
  return found->get<std::string>();
}

std::string RequestObject::text(const char* key, std::string_view otherwise) {
  return take(key) ? text(key) : std::string(otherwise);
}

bool RequestObject::flag(const char* key) {
  const Json* const found = take(key);
  if (!found) return false;
  if (!found->is_boolean())
    throw wrong_value(
        fmt::format("{} is {}; send true or false", place_of(key), found->type_name()));
  return found->get<bool>();
}

std::uint64_t RequestObject::number(const char* key, std::uint64_t otherwise, std::uint64_t low,
                                    std::uint64_t high) {
  const Json* const found = take(key);
  if (!found) return otherwise;
  const double number = found->is_number() ? found->get<double>() : -1;
  if (number != std::floor(number) || number < static_cast<double>(low) ||
      number > static_cast<double>(high))  // 3.0 is a whole number, too
    throw wrong_value(
        fmt::format("{} must be a whole number from {} to {}", place_of(key), low, high));
  return static_cast<std::uint64_t>(number);
}

std::vector<std::string> RequestObject::texts(const char* key) {
  std::vector<std::string> list;
  const Json* const found = take(key);
  if (!found) return list;
  if (!found->is_array())
    throw wrong_value(
        fmt::format("{} is {}; send a list of strings", place_of(key), found->type_name()));
  list.reserve(found->size());
  for (const Json& item : *found) {
    if (!item.is_string())
      throw wrong_value(
          fmt::format("{}[{}] is {}; send a string", place_of(key), list.size(), item.type_name()));
    list.push_back(item.get<std::string>());
  }
  return list;
}

std::size_t RequestObject::choice(const char* key, std::span<const std::string_view> choices,
                                  std::size_t otherwise) {
  if (!take(key)) return otherwise;
  const std::string name = text(key);
  const auto found = std::ranges::find(choices, name);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::vector<std::string> names(choices.begin(), choices.end());
  throw wrong_value(fmt::format("{}: \"{}\" is not {}{}", place_of(key), name, list_choices(names),
                                did_you_mean(name, names)));
}

void RequestObject::finish() const {
  for (const auto& [key, value] : value_.items())
    if (std::ranges::find(known_, key) == known_.end())
      throw wrong_value(
          fmt::format("there is no key {}{}", place_of(key), did_you_mean(key, known_)));
}

}  // namespace oovec::server
