#include "apps/server/base64.h"

#include <cstdint>

namespace oovec::server {
namespace {

constexpr std::string_view standard_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Writes four digits for every three bytes, and for the rest as many as it needs; returns the end.
char* encode(const std::uint8_t* bytes, std::size_t size, std::string_view alphabet, char* at) {
  std::size_t i = 0;
  for (; i + 3 <= size; i += 3) {
    const std::uint32_t group = bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2];
    *at++ = alphabet[group >> 18];
    *at++ = alphabet[group >> 12 & 63];
    *at++ = alphabet[group >> 6 & 63];
    *at++ = alphabet[group & 63];
  }
  if (i == size) return at;
  const bool two = i + 2 == size;
  const std::uint32_t group = bytes[i] << 16 | (two ? bytes[i + 1] << 8 : 0);
  *at++ = alphabet[group >> 18];
  *at++ = alphabet[group >> 12 & 63];
  if (two) *at++ = alphabet[group >> 6 & 63];
  return at;
}

}  // namespace

void append_base64(std::span<const std::byte> bytes, std::string& text) {
  const std::size_t begin = text.size();
  text.resize(begin + (bytes.size() + 2) / 3 * 4, '=');
  encode(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), standard_alphabet,
         text.data() + begin);
}

std::string base64_url(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '\0');
  const char* const end = encode(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                                 url_alphabet, text.data());
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

std::optional<std::string> from_base64_url(std::string_view text) {
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t digit = url_alphabet.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xFF);
  }
  if (base64_url(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace oovec::server
