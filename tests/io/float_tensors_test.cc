#include "oovec/io/float_tensors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "oovec/io/tensor_file.h"
#include "tests/support/checksums.h"
#include "tests/support/error_of.h"
#include "tests/support/files.h"

namespace oovec {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(FloatTensors, FindsNumbersThatAreNotFiniteInEveryFloatType) {
  const auto finds = [](std::string_view type, auto good, auto bad) {
    std::vector<decltype(good)> values(100, good);
    FloatTensors floats;
    floats.add("numbers", type, 0, values.size() * sizeof good);
    const auto found = [&] {
      return floats.find_not_finite(0, std::as_bytes(std::span(values))) != nullptr;
    };
    EXPECT_FALSE(found()) << type;
    values[77] = bad;
    return found();
  };
  using Half = std::uint16_t;
  EXPECT_TRUE(finds("F32", std::numeric_limits<float>::max(), infinity));
  EXPECT_TRUE(finds("F32", std::numeric_limits<float>::denorm_min(), nan));
  EXPECT_TRUE(finds("F64", 1e308, -std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(finds("F16", Half{0x7BFF}, Half{0xFC00}));
  EXPECT_TRUE(finds("F16", Half{0xFBFF}, Half{0x7E00}));
  EXPECT_TRUE(finds("BF16", Half{0x7F7F}, Half{0x7F80}));
  EXPECT_TRUE(finds("BF16", Half{0x7F00}, Half{0xFFC0}));
  EXPECT_FALSE(finds("U16", Half{0}, Half{0xFFFF}));
  EXPECT_FALSE(finds("U32", 0U, ~0U));
}

TEST(FloatTensors, LooksOnlyAtThePartAskedFor) {
  std::vector<float> values(8, 1.0F);
  values[5] = nan;
  const auto bytes = std::as_bytes(std::span<const float>(values));
  FloatTensors floats;
  floats.add("first", "F32", 0, 16);
  floats.add("second", "F32", 16, 16);
  EXPECT_EQ(floats.find_not_finite(0, bytes.first(16)), nullptr);
  EXPECT_EQ(*floats.find_not_finite(0, bytes), "second");
  EXPECT_EQ(*floats.find_not_finite(16, bytes.subspan(16)), "second");
  EXPECT_EQ(floats.find_not_finite(24, bytes.subspan(24)), nullptr);
}

// Whatever is in a file of tensors is written by this, and nothing else.
TEST(TensorFile, NoNumberIsWrittenThatIsNotFinite) {
  for (const float bad : {nan, infinity, -infinity})
    for (const std::size_t place : {0, 20'000, 39'999})
      for (const int threads : {1, 2}) {
        const TemporaryFile path;
        std::vector<float> numbers(40'000, 1.0F);
        numbers[place] = bad;
        const std::vector<std::uint64_t> others(10);
        TensorFileWriter writer({});
        writer.add<float>("numbers", {numbers.size()}, numbers);
        writer.add<std::uint64_t>("others", {10}, others);
        const Error error = error_of([&] { writer.write(path.path(), threads, nullptr); });
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_NE(std::string(error.what()).find("\"numbers\" would contain"), std::string::npos);
        EXPECT_EQ(path.content(), "");
      }
}

TEST(TensorFile, NoNumberIsLetThroughThatIsNotFinite) {
  const TemporaryFile path;
  std::vector<float> numbers(40'000, 1.0F);
  TensorFileWriter writer({});
  writer.add<float>("numbers", {numbers.size()}, numbers);
  writer.write(path.path(), 1, nullptr);
  std::string bytes = path.content();
  std::memcpy(bytes.data() + bytes.size() - 4, &infinity, 4);
  path.write(with_right_checksums(bytes));

  const TensorFile file(path.path());
  const auto read = std::as_bytes(file.tensor<float>("numbers"));
  EXPECT_NO_THROW(file.verify(read.first(1000)));
  const Error error = error_of([&] { file.verify(read); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_NE(std::string(error.what()).find("\"numbers\" contains a number that is not finite"),
            std::string::npos);
  EXPECT_NO_THROW(TensorFile(path.path(), TensorFile::Numbers::any).verify_all());
}

}  // namespace
}  // namespace oovec
