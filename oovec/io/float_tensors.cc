#include "oovec/io/float_tensors.h"

#include <algorithm>

#include "oovec/base/finite.h"
#include "oovec/io/safetensors.h"

namespace oovec::inline io {
namespace {

template <class T>
std::span<const T> numbers_in(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

bool is_float_type(std::string_view type) {
  return type == "F32" || type == "F16" || type == "BF16" || type == "F64";
}

bool are_finite(std::string_view type, std::span<const std::byte> bytes) {
  if (type == "F32") return all_finite(numbers_in<float>(bytes));
  if (type == "F64") return all_finite(numbers_in<double>(bytes));
  return all_finite(numbers_in<std::uint16_t>(bytes),
                    type == "F16" ? float16_exponent : bfloat16_exponent);
}

}  // namespace

void FloatTensors::add(const std::string& name, std::string_view type, std::size_t begin,
                       std::size_t size) {
  if (size == 0 || !is_float_type(type) || begin % tensor_element_size(type) != 0) return;
  parts_.push_back({name, std::string(type), begin, begin + size});
}

const std::string* FloatTensors::find_not_finite(std::size_t begin,
                                                 std::span<const std::byte> bytes) const {
  for (const Part& part : parts_) {
    const std::size_t first = std::max(part.begin, begin);
    const std::size_t last = std::min(part.end, begin + bytes.size());
    if (first < last && !are_finite(part.type, bytes.subspan(first - begin, last - first)))
      return &part.name;
  }
  return nullptr;
}

}  // namespace oovec::inline io
