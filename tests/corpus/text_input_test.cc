#include "oovec/corpus/text_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/texts.h"

namespace oovec {
namespace {

// All that there is, read in pieces.
std::string all_of(TextInput& input, std::size_t piece) {
  std::string all;
  std::vector<char> buffer(piece);
  while (true) {
    const std::size_t count = input.read(buffer);
    all.append(buffer.data(), count);
    if (count < piece) return all;
  }
}

TEST(TextInput, GivesALinePerTextInPiecesOfAnySize) {
  const std::vector<std::string> texts = {"the fruit", "", "is ripe", "é"};
  for (const std::size_t piece : {1, 2, 3, 7, 100}) {
    TextInput input(source_of(texts));
    EXPECT_EQ(all_of(input, piece), "the fruit\n\nis ripe\né\n");
    EXPECT_EQ(input.raw_consumed(), 22U);
  }
}

TEST(TextInput, FillsTheBufferUnlessTheTextsEnd) {
  const std::vector<std::string> texts = {"ab", "cd", "e"};
  TextInput input(source_of(texts));
  std::vector<char> buffer(5);
  EXPECT_EQ(input.read(buffer), 5U);
  EXPECT_EQ(input.read(buffer), 3U);
  EXPECT_EQ(input.read(buffer), 0U);
}

TEST(TextInput, LineEndsWithinATextAreBlanks) {
  const std::vector<std::string> texts = {"the\nfruit\r\nis", "\n"};
  TextInput input(source_of(texts));
  EXPECT_EQ(all_of(input, 100), "the fruit  is\n \n");
}

TEST(TextInput, LinesStayAsTheyAre) {
  const std::vector<std::string> blocks = {"the\nfruit\r\nis", "", "ripe\n"};
  for (const std::size_t piece : {1, 5, 100}) {
    TextInput input(TextSource::of_lines(source_of(blocks).next()));
    EXPECT_EQ(all_of(input, piece), "the\nfruit\r\nis\n\nripe\n\n");
  }
}

TEST(TextInput, SaysWhatItIsAndNotHowLong) {
  const TextInput input(source_of({}));
  EXPECT_EQ(input.name(), "the texts");
  EXPECT_EQ(input.raw_size(), std::nullopt);
  EXPECT_EQ(input.compression(), Compression::none);
}

TEST(TextInput, DoesNotAskAgainAfterTheEnd) {
  int calls = 0;
  TextInput input(TextSource([&]() -> std::optional<std::string> {
    if (++calls == 1) return "the";
    return std::nullopt;
  }));
  EXPECT_EQ(all_of(input, 100), "the\n");
  EXPECT_EQ(all_of(input, 100), "");
  EXPECT_EQ(calls, 2);
}

TEST(TextInput, DoesNotAskAgainAfterAFailure) {
  TextInput input(failing_after(1));
  EXPECT_THROW(all_of(input, 1000), NoMoreTexts);
  EXPECT_EQ(all_of(input, 1000), "");
}

}  // namespace
}  // namespace oovec
