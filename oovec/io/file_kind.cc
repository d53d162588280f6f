#include "oovec/io/file_kind.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

namespace oovec::inline io {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view kind;
};

constexpr std::array binary_magics = {
    Magic{"\x89PNG\r\n\x1A\n"sv, "a PNG image"},
    Magic{"\xFF\xD8\xFF"sv, "a JPEG image"},
    Magic{"\x7F"
          "ELF"sv,
          "a program (ELF)"},
    Magic{"SQLite format 3\0"sv, "an SQLite database"},
    Magic{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "an old Microsoft Office document"},
    Magic{"{\\rtf1"sv, "an RTF document"},
    Magic{"\x93NUMPY"sv, "a NumPy array"},
    Magic{"\x89HDF\r\n\x1A\n"sv, "an HDF5 file"},
    Magic{"Rar!\x1A\x07"sv, "a RAR archive"},
    Magic{"\xBA\x16\x4F\x2F"sv, "a fastText model"},
};

// Text may begin like this, too; then it has no byte that text does not have.
constexpr std::array ascii_magics = {
    Magic{"!<arch>\ndebian-binary"sv, "a Debian package"},
    Magic{"!<arch>\n"sv, "an archive (ar)"},
    Magic{"%PDF-"sv, "a PDF document"},
    Magic{"GIF8"sv, "a GIF image"},
    Magic{"PAR1"sv, "a Parquet file (the Python package reads its columns)"},
    Magic{"ARROW1"sv, "an Arrow file"},
    Magic{"Obj\x01"sv, "an Avro file"},
    Magic{"RIFF"sv, "a RIFF file (sound, image or video)"},
    Magic{"ID3"sv, "an MP3 file"},
};

constexpr std::array own_formats = {
    Magic{"oovec-model"sv, "an oovec model"},
    Magic{"oovec-contexts"sv, "an oovec context index"},
    Magic{"oovec-vectors"sv, "a file of oovec vectors"},
    Magic{"oovec-mimick"sv, "an oovec Mimick model"},
};

// Whether there is no control character, and every byte of other than ASCII belongs to a sequence
// that is shaped like UTF-8. The last may be cut.
bool looks_like_text(std::string_view start) {
  std::size_t rest = 0;  // bytes that the sequence still lacks
  for (const char c : start) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = byte >= 0x80 && byte < 0xC0;
    if (continues != (rest > 0)) return false;
    if (continues)
      --rest;
    else if (byte >= 0xC0)
      rest = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    else if ((byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || byte == 0x7F)
      return false;
  }
  return true;
}

std::optional<std::string_view> find_magic(std::span<const Magic> magics, std::string_view start) {
  for (const Magic& magic : magics)
    if (start.starts_with(magic.bytes)) return magic.kind;
  return std::nullopt;
}

// safetensors: the length of the header in eight bytes, then the header, a JSON object.
std::optional<std::string_view> find_tensor_file(std::string_view start) {
  std::uint64_t json_size = 0;
  if (start.size() < 10) return std::nullopt;
  std::memcpy(&json_size, start.data(), sizeof json_size);
  if (start[8] != '{' || start[9] != '"' || json_size >= (std::uint64_t{1} << 30))
    return std::nullopt;
  for (const Magic& own : own_formats)
    if (start.find(own.bytes) != std::string_view::npos) return own.kind;
  return "a safetensors file";
}

bool is_tar(std::string_view start) {
  return start.size() > 262 && start.substr(257, 5) == "ustar";
}

}  // namespace

std::optional<std::string_view> find_file_kind(std::string_view start) {
  start = start.substr(0, file_kind_bytes);
  if (const auto kind = find_magic(binary_magics, start)) return kind;
  if (const auto kind = find_tensor_file(start)) return kind;
  if (is_tar(start)) return "a tar archive";
  if (looks_like_text(start)) return std::nullopt;
  return find_magic(ascii_magics, start);
}

}  // namespace oovec::inline io
