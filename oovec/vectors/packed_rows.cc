#include "oovec/vectors/packed_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "oovec/base/bfloat16.h"
#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/float16.h"
#include "oovec/base/parallel.h"
#include "oovec/base/unpack.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t rows_per_task = 1024;
constexpr float largest_byte = 127;
constexpr float largest_scale = std::numeric_limits<float>::max() / 128;

std::size_t bytes_per_number(RowType type) {
  switch (type) {
    case RowType::float32:
      return 4;
    case RowType::float16:
    case RowType::bfloat16:
      return 2;
    case RowType::int8:
      break;
  }
  return 1;
}

// Calls work(row) for all rows, in parallel.
template <class Work>
void for_each_row(int threads, std::size_t rows, const Work& work) {
  parallel_for(threads, (rows + rows_per_task - 1) / rows_per_task, [&](std::size_t task) {
    const std::size_t end = std::min(rows, (task + 1) * rows_per_task);
    for (std::size_t row = task * rows_per_task; row < end; ++row) work(row);
  });
}

void pack_halves(std::span<const float> values, RowType type, std::span<std::uint16_t> halves,
                 std::size_t row) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool narrow = type == RowType::float16;
    halves[i] = narrow ? to_float16(values[i]) : to_bfloat16(values[i]);
    if (!std::isfinite(narrow ? from_float16(halves[i]) : from_bfloat16(halves[i])))
      throw Error(ErrorKind::unsupported,
                  fmt::format("row {} of the vectors holds {}, too large for half precision; write "
                              "them without it",
                              row + 1, values[i]));
  }
  // A word would lose its direction; bfloat16 goes as far down as float does.
  const auto is_zero = [](std::uint16_t half) { return (half & 0x7FFFU) == 0; };
  if (type == RowType::float16 && std::ranges::all_of(halves, is_zero) &&
      std::ranges::any_of(values, [](float value) { return value != 0; }))
    throw Error(ErrorKind::unsupported,
                fmt::format("row {} of the vectors holds only numbers that are too small for half "
                            "precision, and would become zeros; write them without it",
                            row + 1));
}

float pack_int8(std::span<const float> values, std::span<std::int8_t> bytes) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::fabs(value));
  float scale = largest / largest_byte;
  if (!std::isfinite(scale * largest_byte)) scale = std::nextafter(scale, 0.0F);
  // Rows of which the largest number is next to nothing have no scale, and become zeros.
  for (std::size_t i = 0; i < values.size(); ++i)
    bytes[i] = scale == 0 ? std::int8_t{0}
                          : static_cast<std::int8_t>(std::clamp(std::nearbyint(values[i] / scale),
                                                                -largest_byte, largest_byte));
  return scale;
}

}  // namespace

PackedRows::PackedRows(std::shared_ptr<const TensorFile> file, RowType type,
                       std::span<const std::byte> bytes, std::span<const float> scales,
                       std::size_t rows, std::size_t dimension)
    : file_(std::move(file)),
      type_(type),
      bytes_(bytes),
      scales_(scales),
      dimension_(dimension),
      rows_(rows) {}

std::span<const float> PackedRows::kept() const {
  std::call_once(made_, [&] {
    states_ = std::make_unique<std::atomic<State>[]>(rows_);
    floats_.reset(new float[rows_ * dimension_]);  // NOLINT: make_unique would set them all
  });
  return {floats_.get(), rows_ * dimension_};
}

std::span<const float> PackedRows::row(std::size_t row) const {
  const std::span<const float> place = kept().subspan(row * dimension_, dimension_);
  std::atomic<State>& state = states_[row];
  while (state.load(std::memory_order_acquire) != State::kept) {
    State expected = State::packed;
    if (!state.compare_exchange_strong(expected, State::busy)) {
      std::this_thread::yield();  // another thread decodes it
      continue;
    }
    try {
      const std::size_t size = dimension_ * bytes_per_number(type_);
      file_->verify(bytes_.subspan(row * size, size));
      if (!scales_.empty()) file_->verify(std::as_bytes(scales_.subspan(row, 1)));
      decode_row(row, {floats_.get() + row * dimension_, dimension_});
    } catch (...) {
      state.store(State::packed);
      throw;
    }
    state.store(State::kept, std::memory_order_release);
  }
  return place;
}

std::span<const float> PackedRows::all(int threads) const {
  verify(threads);
  for_each_row(threads, rows_, [&](std::size_t i) { (void)row(i); });
  return kept();
}

void PackedRows::decode(std::size_t first, std::span<float> floats) const {
  for (std::size_t at = 0; at < floats.size(); at += dimension_)
    decode_row(first + at / dimension_, floats.subspan(at, dimension_));
}

void PackedRows::decode_row(std::size_t row, std::span<float> floats) const {
  const std::byte* const begin = bytes_.data() + row * dimension_ * bytes_per_number(type_);
  const auto halves = [&] {
    return std::span(reinterpret_cast<const std::uint16_t*>(begin), dimension_);
  };
  switch (type_) {
    case RowType::float16:
      return unpack_float16(halves(), floats);
    case RowType::bfloat16:
      return unpack_bfloat16(halves(), floats);
    case RowType::int8:
      unpack_int8({reinterpret_cast<const std::int8_t*>(begin), dimension_}, scales_[row], floats);
      // Only invalid scales can make numbers too large.
      if (std::fabs(scales_[row]) > largest_scale && !all_finite(floats))
        throw Error(
            ErrorKind::malformed,
            fmt::format("{}: the scale of row {}, {}, is too large; convert the vectors again",
                        file_->path(), row + 1, scales_[row]));
      return;
    case RowType::float32:
      break;
  }
  throw std::logic_error("floats are not packed");
}

void PackedRows::verify(int threads) const {
  file_->verify(bytes_, threads);
  if (!scales_.empty()) file_->verify(std::as_bytes(scales_), threads);
}

PackedMatrix pack_rows(std::span<const float> values, std::size_t dimension, RowType type,
                       int threads) {
  const std::size_t rows = values.size() / dimension;
  PackedMatrix packed;
  packed.type = type;
  if (type == RowType::float32) return packed;
  if (type == RowType::int8) {
    packed.bytes.resize(values.size());
    packed.scales.resize(rows);
  } else {
    packed.halves.resize(values.size());
  }
  for_each_row(threads, rows, [&](std::size_t row) {
    const auto numbers = values.subspan(row * dimension, dimension);
    if (type == RowType::int8)
      packed.scales[row] =
          pack_int8(numbers, std::span(packed.bytes).subspan(row * dimension, dimension));
    else
      pack_halves(numbers, type, std::span(packed.halves).subspan(row * dimension, dimension), row);
  });
  return packed;
}

}  // namespace oovec::inline vectors
