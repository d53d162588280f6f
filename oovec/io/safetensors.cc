#include "oovec/io/safetensors.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/checked.h"
#include "oovec/base/error.h"
#include "oovec/io/json.h"

namespace oovec::inline io {
namespace {

using HeaderJson = nlohmann::json;

constexpr std::size_t length_size = 8;           // the file opens with the header's length
constexpr std::uint64_t max_header = 100 << 20;  // the bound safetensors itself sets

struct Extent {
  std::uint64_t begin;
  std::uint64_t end;
};

// A header's length has zeros in its upper bytes, text and most other formats have not.
bool is_no_length(std::span<const std::byte> length) {
  return std::none_of(length.begin(), length.end(), [](std::byte b) { return b == std::byte{0}; });
}

class HeaderParser {
 public:
  HeaderParser(std::span<const std::byte> file, const std::string& path,
               const SafetensorsRemedies& remedies)
      : file_(file), path_(path), remedies_(remedies) {}

  Safetensors parse() {
    const HeaderJson header = read_header();
    for (const auto& [name, entry] : header.items())
      name == "__metadata__" ? add_metadata(entry) : add_tensor(name, entry);
    check_extents();
    return std::move(result_);
  }

 private:
  HeaderJson read_header() {
    if (file_.size() < length_size) throw damaged("the file ends before its header");
    std::uint64_t header_size = 0;
    std::memcpy(&header_size, file_.data(), length_size);
    if (is_no_length(file_.first(length_size)))
      throw Error(ErrorKind::malformed,
                  fmt::format("{} is text or another format; {}", path_, remedies_.other_format));
    if (header_size > max_header) throw malformed("the header is larger than 100 MiB");
    if (header_size > file_.size() - length_size)
      throw damaged("the file ends in the middle of its header");
    const std::string_view text(reinterpret_cast<const char*>(file_.data()) + length_size,
                                header_size);
    HeaderJson header = parse_json(text, path_ + ", header");
    if (!header.is_object()) throw malformed("the header is not a JSON object");
    result_.data = file_.subspan(length_size + header_size);
    return header;
  }

  void add_metadata(const HeaderJson& entry) {
    if (!entry.is_object()) throw malformed("the metadata is not a JSON object");
    for (const auto& [key, value] : entry.items()) {
      if (!value.is_string()) throw malformed("the metadata contains something other than strings");
      result_.metadata[key] = value.get<std::string>();
    }
  }

  void add_tensor(const std::string& name, const HeaderJson& entry) {
    Extent extent{};
    Tensor tensor = parse_tensor(entry, extent);
    if (extent.end > result_.data.size())
      throw damaged(fmt::format("{} bytes of data are announced, but there are {}", extent.end,
                                result_.data.size()));
    tensor.bytes = result_.data.subspan(extent.begin, extent.end - extent.begin);
    if (extent.begin != extent.end && !extents_.emplace(extent.begin, extent.end).second)
      throw malformed("tensors overlap");
    result_.tensors.emplace(name, std::move(tensor));
  }

  // {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}
  Tensor parse_tensor(const HeaderJson& entry, Extent& extent) const {
    if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string() ||
        !entry.contains("shape") || !entry["shape"].is_array() || !entry.contains("data_offsets") ||
        !entry["data_offsets"].is_array() || entry["data_offsets"].size() != 2)
      throw malformed("the header does not describe tensors");
    Tensor tensor{entry["dtype"].get<std::string>(), {}, {}};
    std::uint64_t bytes = tensor_element_size(tensor.type);
    if (bytes == 0) throw malformed(fmt::format("unknown tensor type \"{}\"", tensor.type));
    for (const HeaderJson& side : entry["shape"]) {
      tensor.shape.push_back(whole_number(side));
      bytes = checked_mul(bytes, tensor.shape.back());
    }
    extent = {whole_number(entry["data_offsets"][0]), whole_number(entry["data_offsets"][1])};
    if (extent.begin > extent.end || extent.end - extent.begin != bytes)
      throw malformed("the size of a tensor does not match its shape");
    return tensor;
  }

  // A whole number from the header, which may hold anything.
  std::uint64_t whole_number(const HeaderJson& value) const {
    if (!value.is_number_unsigned()) throw malformed("the header lacks a number");
    return value.get<std::uint64_t>();
  }

  void check_extents() const {
    std::uint64_t covered = 0;
    for (const auto& [begin, end] : extents_) {
      if (begin != covered) throw malformed("tensors overlap or leave a gap");
      covered = end;
    }
    if (covered != result_.data.size())
      throw damaged(fmt::format("{} bytes follow the last tensor", result_.data.size() - covered));
  }

  Error malformed(const std::string& what) const {
    return {ErrorKind::malformed, fmt::format("{}: {}; {}", path_, what, remedies_.malformed)};
  }

  Error damaged(const std::string& what) const {
    return {ErrorKind::damaged, fmt::format("{}: {}; {}", path_, what, remedies_.damaged)};
  }

  std::span<const std::byte> file_;
  const std::string& path_;
  const SafetensorsRemedies& remedies_;
  Safetensors result_;
  std::map<std::uint64_t, std::uint64_t> extents_;  // begin → end
};

}  // namespace

Safetensors parse_safetensors(std::span<const std::byte> file, const std::string& path,
                              const SafetensorsRemedies& remedies) {
  return HeaderParser(file, path, remedies).parse();
}

std::string safetensors_header(const std::map<std::string, std::string>& metadata,
                               std::span<const TensorEntry> tensors, std::size_t alignment) {
  HeaderJson header = HeaderJson::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t at = 0;
  for (const TensorEntry& tensor : tensors) {
    header[tensor.name] = {
        {"dtype", tensor.type}, {"shape", tensor.shape}, {"data_offsets", {at, at + tensor.size}}};
    at += tensor.size;
  }
  std::string text = header.dump();
  const std::size_t size = length_size + text.size();
  text.append((alignment - size % alignment) % alignment, ' ');
  const std::uint64_t length = text.size();
  return std::string(reinterpret_cast<const char*>(&length), length_size) + text;
}

std::size_t tensor_element_size(std::string_view type) {
  if (type == "U8" || type == "I8" || type == "BOOL") return 1;
  if (type == "U16" || type == "I16" || type == "F16" || type == "BF16") return 2;
  if (type == "U32" || type == "I32" || type == "F32") return 4;
  if (type == "U64" || type == "I64" || type == "F64") return 8;
  return 0;
}

}  // namespace oovec::inline io
