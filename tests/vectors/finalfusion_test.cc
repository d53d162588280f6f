#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/damage.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const ReadOptions as_finalfusion = as(VectorFormat::finalfusion);

template <class T>
std::string field(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string fields(std::initializer_list<std::uint32_t> numbers) {
  std::string bytes;
  for (const std::uint32_t number : numbers) bytes += field(number);
  return bytes;
}

std::string texts(const std::vector<std::string>& list) {
  std::string bytes;
  for (const std::string& text : list)
    bytes += field(static_cast<std::uint32_t>(text.size())) + text;
  return bytes;
}

// A file as finalfusion writes it, spelled out; each test changes what it is about.
struct Fifu {
  std::uint32_t version = 0;
  std::vector<std::uint32_t> announced;  // if not empty, instead of the chunks that follow
  std::vector<std::pair<std::uint32_t, std::string>> chunks;
  std::string end;

  std::string bytes() const {
    std::vector<std::uint32_t> kinds = announced;
    if (kinds.empty())
      for (const auto& [kind, content] : chunks) kinds.push_back(kind);
    std::string all = "FiFu" + field(version) + field(static_cast<std::uint32_t>(kinds.size()));
    for (const std::uint32_t kind : kinds) all += field(kind);
    for (const auto& [kind, content] : chunks) {
      all += field(kind) + field(std::uint64_t{content.size()});
      const std::size_t mark = content.find("PADDING");
      all += content.substr(0, mark);
      if (mark == std::string::npos) continue;
      all.append(4 - all.size() % 4, '\0');
      all += content.substr(mark + 7);
    }
    return all + end;
  }
};

std::string array(std::uint64_t rows, std::uint32_t columns, const std::vector<float>& numbers,
                  std::uint32_t type = 10) {
  std::string bytes = field(rows) + field(columns) + field(type) + "PADDING";
  for (const float number : numbers) bytes += field(number);
  return bytes;
}

std::string norms(const std::vector<float>& numbers) {
  std::string bytes = field(std::uint64_t{numbers.size()}) + field(std::uint32_t{10}) + "PADDING";
  for (const float number : numbers) bytes += field(number);
  return bytes;
}

std::string simple_words(const std::vector<std::string>& words) {
  return field(std::uint64_t{words.size()}) + texts(words);
}

// Words of several lengths, so that the padding is of any size.
Fifu example_file(const std::string& first = "pomelo") {
  Fifu file;
  file.chunks = {{5, "made = 'here'"},
                 {1, simple_words({first, "été"})},
                 {2, array(2, 2, {0.6F, 0.8F, 1, 0})},
                 {6, norms({5, 0.5F})}};
  return file;
}

TEST(Finalfusion, WordsMatrixAndLengthsAreRead) {
  for (const char* first : {"a", "ab", "abc", "abcd"}) {
    const ReadResult read = read_bytes(example_file(first).bytes());
    EXPECT_EQ(read.format, VectorFormat::finalfusion);
    EXPECT_THAT(words_of(read.embeddings), ElementsAre(first, "été"));
    EXPECT_THAT(row_of(read.embeddings, first), ElementsAre(3, 4));
    EXPECT_THAT(row_of(read.embeddings, "été"), ElementsAre(0.5F, 0));
  }
}

TEST(Finalfusion, WithoutLengthsRowsAreAsTheyAre) {
  Fifu file = example_file();
  file.chunks.pop_back();
  EXPECT_THAT(row_of(read_bytes(file.bytes()).embeddings, "pomelo"), ElementsAre(0.6F, 0.8F));
}

TEST(Finalfusion, RowsOfNgramsArePassedOver) {
  for (const std::uint32_t kind : {3U, 7U}) {
    Fifu file = example_file();
    file.chunks[1] = {kind,
                      field(std::uint64_t{2}) + fields({3, 6, 21}) + texts({"pomelo", "été"})};
    file.chunks[2].second = array(4, 2, {0.6F, 0.8F, 1, 0, 9, 9, 9, 9});
    EXPECT_THAT(row_of(read_bytes(file.bytes()).embeddings, "pomelo"), ElementsAre(3, 4));
  }
  Fifu file = example_file();
  file.chunks[1] = {8, field(std::uint64_t{2}) + field(std::uint64_t{1}) + fields({3, 6}) +
                           texts({"pomelo", "été"}) + texts({"<po"}) + field(std::uint64_t{0})};
  file.chunks[2].second = array(3, 2, {0.6F, 0.8F, 1, 0, 9, 9});
  EXPECT_THAT(row_of(read_bytes(file.bytes()).embeddings, "été"), ElementsAre(0.5F, 0));
}

TEST(Finalfusion, LengthsStayWithTheirWords) {
  Fifu file = example_file();
  file.chunks[1].second = simple_words({"a", "a", "b"});
  file.chunks[2].second = array(3, 1, {1, 1, 1});
  file.chunks[3].second = norms({2, 3, 4});
  const ReadResult read = read_bytes(file.bytes());
  EXPECT_THAT(read.embeddings.values(), ElementsAre(2, 4));
  EXPECT_THAT(kinds_of(read.problems), ElementsAre(ProblemKind::duplicate_word));
  ReadOptions first = as_finalfusion;
  first.limit = 1;
  EXPECT_THAT(read_bytes(file.bytes(), first).embeddings.values(), ElementsAre(2));
}

TEST(Finalfusion, WhatIsNotSupportedIsNamed) {
  const auto refuse = [](const std::function<void(Fifu&)>& change, const char* why) {
    Fifu file = example_file();
    change(file);
    const Error refusal = read_error(file.bytes());
    EXPECT_EQ(refusal.kind(), ErrorKind::unsupported);
    EXPECT_THAT(refusal.what(), HasSubstr(why));
  };
  refuse([](Fifu& f) { f.version = 1; }, "version 1");
  refuse([](Fifu& f) { f.chunks[2].first = 4; }, "the matrix is quantised");
  refuse([](Fifu& f) { f.chunks[1].first = 9; }, "a chunk of kind 9");
  refuse([](Fifu& f) { f.chunks[1].first = 4'000'000'000; }, "a chunk of kind 4000000000");
  refuse([](Fifu& f) { f.chunks[2].second = array(2, 2, {1, 2, 3, 4}, 11); }, "type 11");
}

TEST(Finalfusion, WhatDoesNotFitIsRefused) {
  const auto refuse = [](const std::function<void(Fifu&)>& change, const char* why) {
    Fifu file = example_file();
    change(file);
    const Error refusal = read_error(file.bytes());
    EXPECT_EQ(refusal.kind(), ErrorKind::malformed);
    EXPECT_THAT(refusal.what(), HasSubstr(why));
  };
  refuse([](Fifu& f) { f.announced = {5, 1, 6, 2}; }, "where the header announces 6");
  refuse([](Fifu& f) { f.announced.assign(65, 5); }, "65 chunks");
  refuse([](Fifu& f) { f.chunks.resize(2); }, "no matrix");
  refuse([](Fifu& f) { f.chunks.erase(f.chunks.begin() + 1); }, "after the vocabulary");
  refuse([](Fifu& f) { f.chunks.push_back(f.chunks[2]); }, "expected once");
  refuse([](Fifu& f) { f.chunks.push_back(f.chunks[1]); }, "two vocabularies");
  refuse([](Fifu& f) { f.chunks[2].second = array(1, 2, {1, 2}); }, "1 rows for 2 words");
  refuse([](Fifu& f) { f.chunks[2].second = array(2, 0, {}); }, "0 columns");
  refuse([](Fifu& f) { f.chunks[3].second = norms({1}); }, "1 lengths");
  refuse([](Fifu& f) { f.chunks[3].second = norms({INFINITY, 1}); }, "is not finite");
  refuse([](Fifu& f) { f.chunks[1].second = field(std::uint64_t{2}) + fields({70'000}); },
         "a word of 70000 bytes");
  refuse([](Fifu& f) { f.end = "x"; }, "trailing bytes");
  refuse(
      [](Fifu& f) {
        f.chunks[2].second = array(std::uint64_t{1} << 62, 2, {1, 2, 3, 4});
      },
      "overflows");
}

TEST(Finalfusion, EveryCutIsRefused) {
  const std::string whole = example_file().bytes();
  for (std::size_t size = 4; size < whole.size(); ++size)
    EXPECT_TRUE(is_refused(std::string_view(whole).substr(0, size), as_finalfusion)) << size;
}

TEST(Finalfusion, FlippedBitsNeverGiveWhatIsNotWellFormed) {
  EXPECT_GT(refused_flips(example_file().bytes(), as_finalfusion, 5000), 1000);
}

TEST(Finalfusion, IsNotWritten) {
  WriteOptions options;
  options.format = VectorFormat::finalfusion;
  EXPECT_EQ(error_of([&] { check_vectors_output("out", options); }).kind(), ErrorKind::usage);
}

}  // namespace
}  // namespace oovec
