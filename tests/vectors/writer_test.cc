#include "oovec/vectors/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "oovec/vectors/format.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

constexpr std::array formats = {VectorFormat::word2vec,     VectorFormat::glove,
                                VectorFormat::fasttext_vec, VectorFormat::word2vec_binary,
                                VectorFormat::native,       VectorFormat::jsonl};

WriteOptions to(VectorFormat format) {
  WriteOptions options;
  options.format = format;
  return options;
}

TEST(Writer, NoFormatIsGivenANumberThatIsNotFinite) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()})
    for (const VectorFormat format : formats) {
      const TemporaryFile file;
      const Embeddings vectors = make_embeddings({"a", "b"}, 2, {1, 2, 3, bad});
      const Error error = error_of([&] { (void)write_vectors(vectors, file.path(), to(format)); });
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_THAT(error.what(), testing::HasSubstr("would contain a number that is not finite"));
      EXPECT_EQ(file.content(), "") << enum_name(format);
    }
}

TEST(Writer, TheLargestAndSmallestNumbersAreWritten) {
  for (const VectorFormat format : formats) {
    const TemporaryFile file;
    const Embeddings vectors = make_embeddings(
        {"a", "b"}, 1,
        {std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min()});
    (void)write_vectors(vectors, file.path(), to(format));
    if (format != VectorFormat::jsonl)
      expect_same(read_vectors(file.path(), as(format)).embeddings, vectors);
  }
}

}  // namespace
}  // namespace oovec
