// Reads JSON objects that users write: every key must be known and have a valid value, and an error
// names the key.
//
//   JsonObject system(value, "paper.json: systems[2]");
//   const std::string name = system.text("name");
//   system.options(train_options, {"threads"});
//   system.finish();
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/options.h"

namespace oovec::lab {

using Json = nlohmann::ordered_json;

class JsonObject {
 public:
  // Errors begin with `where`. Throws Error(malformed) unless `value` is an object.
  JsonObject(const Json& value, std::string where);

  // Null if there is no such key.
  const Json* find(const std::string& key);

  // Each returns the value of a key or, without the key, a default. Throws if the value has another
  // type or is empty.
  std::string text(const std::string& key, const std::string& otherwise = "");
  std::vector<std::string> texts(const std::string& key);  // a text, or a list of texts
  bool flag(const std::string& key);
  std::uint64_t whole_number(const std::string& key, std::uint64_t otherwise, Range range);

  // Reads the keys that are fields of the struct, except those in `leave_out`.
  template <class Options>
  void options(Options& options, const std::vector<std::string>& leave_out = {}) {
    options.fields(
        [&](const std::string& name, auto& value, const char*, Range range = {}, Effect = {}) {
          if (std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end()) return;
          if (const Json* found = find(name)) read(name, *found, value, range);
        });
  }

  // Throws Error(malformed) if the object has keys that were not asked for.
  void finish() const;

  [[noreturn]] void refuse(const std::string& key, const std::string& what) const;

 private:
  template <class Value>
  void read(const std::string& key, const Json& found, Value& value, Range range) const {
    if constexpr (std::is_same_v<Value, bool>) {
      if (!found.is_boolean()) refuse(key, "must be true or false");
      value = found.get<bool>();
    } else if constexpr (is_choice_v<Value>) {
      const auto named =
          found.is_string() ? enum_named<Value>(found.get<std::string>()) : std::optional<Value>();
      if (!named) refuse(key, found.dump() + " is not " + list_choices(choices_of(value)));
      value = *named;
    } else if constexpr (std::is_arithmetic_v<Value>) {
      const bool whole = std::is_integral_v<Value>;
      range.low = std::max(range.low, static_cast<double>(std::numeric_limits<Value>::lowest()));
      range.high = std::min(range.high, static_cast<double>(std::numeric_limits<Value>::max()));
      if (!found.is_number()) refuse(key, "must be a number, without quotes");
      const bool fits = !whole || found.is_number_integer();
      if (!fits || !(found.get<double>() >= range.low && found.get<double>() <= range.high))
        refuse(key, wrong_number(found.dump(), whole, range));
      value = found.get<Value>();
    } else {
      if (!found.is_string()) refuse(key, "must be text");
      value = found.get<std::string>();
    }
  }

  const Json& value_;
  std::string where_;
  std::set<std::string> known_;
};

// The options that affect the result, except those in `leave_out`, as an object.
template <class Options>
Json to_json(Options options, const std::vector<std::string>& leave_out = {}) {
  Json object = Json::object();
  options.fields([&](const std::string& name, auto& value, const char*, Range = {},
                     Effect effect = Effect::result) {
    if (effect == Effect::none) return;
    if (std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end()) return;
    if constexpr (is_choice_v<std::remove_reference_t<decltype(value)>>)
      object[name] = enum_name(value);
    else
      object[name] = value;
  });
  return object;
}

}  // namespace oovec::lab
