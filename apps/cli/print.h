// Printing functions that commands share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "oovec/vectors/format.h"

namespace oovec::cli {

using Json = nlohmann::ordered_json;

// One line of JSON on standard output. Bytes that are not UTF-8 (in file names) become U+FFFD.
void print_json(const Json& value);

// Writes a file, whole or not at all, compressed if its name says so; "-" is standard output.
void write_text_file(const std::string& path, std::string_view content);

// The text with control characters escaped, fit for a terminal.
std::string printable(std::string_view text);

// 341479 as "341,479".
std::string with_commas(std::uint64_t number);

// What an error says, with options as they are given to the program.
std::string message_of(const Error& error);

// What may disappoint, with options as above; and a line each of it on standard error.
[[nodiscard]] std::vector<std::string> spelled_hints(std::vector<std::string> hints);
void print_hints(const std::vector<std::string>& hints);

// "1 word", "1,234 words".
std::string counted(std::uint64_t number, std::string_view noun);

Json problems_json(const std::vector<Problem>& problems);

// Reports on standard error what a reader repaired or skipped.
void print_problems(std::string_view file, const std::vector<Problem>& problems);

}  // namespace oovec::cli
