// Every task has a struct with its options. fields() lists each option once: its name, its help
// text, the range of a number, and whether the option affects the result. Command line, JSON,
// Python and documentation are made from that list.
//
//   struct ReadOptions {
//     int threads = 0;
//     template <class Visitor>
//     void fields(Visitor&& field) {
//       field("threads", threads, "Number of threads; 0: one per core.", at_least(0),
//       Effect::none);
//     }
//   };
//
// Help consists of complete sentences that make sense on their own and name other options in
// backquotes. A long one is a raw string of several lines, which one_line() joins.
//
// A field is a bool, an integer, a floating-point number, a string, or a choice: an enum for which
// enum_names(E) lists the names of the values 0, 1, 2, … in order, or a std::optional of one, whose
// missing value is named "auto".
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace oovec::inline base {

struct Range {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
};

[[nodiscard]] constexpr Range at_least(double low) {
  return {low, std::numeric_limits<double>::max()};
}

// Whether an option affects the result of its task or only how it is computed. An option that only
// sets the defaults of others counts as `none`, too, because those are resolved first.
enum class Effect { result, none };

// The names of the options that have no effect on the result.
template <class Options>
[[nodiscard]] std::vector<std::string> options_without_effect(Options options) {
  std::vector<std::string> names;
  options.fields(
      [&](const char* name, auto&, const char*, Range = {}, Effect effect = Effect::result) {
        if (effect == Effect::none) names.emplace_back(name);
      });
  return names;
}

template <class T>
struct OptionalEnum : std::false_type {};
template <class E>
struct OptionalEnum<std::optional<E>> : std::is_enum<E> {};

// Whether a field of this type is a choice between names.
template <class T>
inline constexpr bool is_choice_v = std::is_enum_v<T> || OptionalEnum<T>::value;

inline constexpr std::string_view automatic_name = "auto";

template <class E>
[[nodiscard]] std::string_view enum_name(E value) {
  if constexpr (OptionalEnum<E>::value)
    return value ? enum_name(*value) : automatic_name;
  else
    return enum_names(value)[static_cast<std::size_t>(value)];
}

template <class E>
[[nodiscard]] std::optional<E> enum_named(std::string_view name) {
  if constexpr (OptionalEnum<E>::value) {
    if (name == automatic_name) return E();
    const auto named = enum_named<typename E::value_type>(name);
    return named ? std::optional<E>(named) : std::nullopt;
  } else {
    const auto names = enum_names(E());
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<E>(found - names.begin());
  }
}

template <class E>
[[nodiscard]] std::vector<std::string> choices_of(E value) {
  if constexpr (OptionalEnum<E>::value) {
    std::vector<std::string> choices = choices_of(typename E::value_type());
    choices.insert(choices.begin(), std::string(automatic_name));
    return choices;
  } else {
    const auto names = enum_names(value);
    return {names.begin(), names.end()};
  }
}

// A help text with single blanks for all line ends and runs of blanks.
[[nodiscard]] std::string one_line(std::string_view text);

// "auto, word2vec or glove".
[[nodiscard]] std::string list_choices(const std::vector<std::string>& choices);

// The error message for text that is not a number, or not one within `range`.
[[nodiscard]] std::string wrong_number(const std::string& text, bool whole, Range range);

}  // namespace oovec::inline base
