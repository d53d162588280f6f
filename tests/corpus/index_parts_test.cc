// Indexes made of parts that travel as bytes, range by range, are those of the whole text.
#include "oovec/corpus/index_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>

#include "oovec/corpus/index_part.h"
#include "oovec/corpus/index_text.h"
#include "oovec/corpus/text_coverage.h"
#include "tests/corpus/corpora.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string message_of(const std::function<void()>& action) { return error_of(action).what(); }

using PartList = std::vector<IndexParts::Part>;

const Embeddings& part_vectors() {
  static const Embeddings vectors = vectors_of({"a", "b", "c", "d", "e", "a_b"});
  return vectors;
}

IndexOptions part_options(std::uint32_t per_word) {
  IndexOptions options;
  options.per_word = per_word;
  options.novel_min = 1;
  options.words = {"x", "a b", "b x"};
  options.lines.bad_lines = 1;
  options.threads = 1;
  return options;
}

std::vector<std::string> part_lines(std::size_t count, std::uint32_t seed) {
  constexpr std::string_view words = "abcdexyuvw";
  std::mt19937 random(seed);
  std::vector<std::string> lines(count);
  for (std::string& line : lines)
    for (auto tokens = random() % 6; tokens > 0; --tokens)
      line += std::string(1, words[random() % words.size()]) + " ";
  return lines;
}

// An index of no text, by whose plan machines index parts, and what one of them has found.
class Machine {
 public:
  explicit Machine(const IndexOptions& options, IndexPlan::Keep keep = IndexPlan::Keep::sentences)
      : options_(options),
        plan_index_(part_vectors(), "", options),
        plan_(*plan_index_, options.words, keep),
        builder_(plan_, scratch_.path("parts"), 1 << 20) {}

  void read(const std::vector<std::string>& lines) {
    index_text(TextSource::of_texts(lines.begin(), lines.end()), options_, builder_);
  }
  void add(const PartList& parts) {
    for (const auto& part : parts) read_part(part.bytes, builder_);
  }
  PartList split(std::uint32_t ranges) {
    IndexParts parts(builder_, ranges, scratch_.path("parts"), 1);
    PartList list;
    while (auto part = parts.next()) list.push_back(std::move(*part));
    return list;
  }
  std::string write() {
    builder_.write(scratch_.path("out.ctx"), 1, nullptr);
    return scratch_.content("out.ctx");
  }
  IndexBuilder& builder() { return builder_; }

 private:
  Scratch scratch_;
  IndexOptions options_;
  TextIndex plan_index_;
  IndexPlan plan_;
  IndexBuilder builder_;
};

PartList parts_of(const std::vector<std::string>& lines, const IndexOptions& options,
                  std::uint32_t ranges, IndexTotals& totals) {
  Machine machine(options);
  machine.read(lines);
  totals += totals_from_json(totals_json({machine.builder().totals(), {}})).totals;
  return machine.split(ranges);
}

// The parts of all, merged range by range.
PartList merge_by_range(const PartList& parts, const IndexOptions& options, std::uint32_t ranges) {
  PartList merged;
  for (std::uint32_t range = 0; range < ranges; ++range) {
    PartList of_range;
    for (const auto& part : parts)
      if (part.range == range) of_range.push_back(part);
    Machine machine(options);
    machine.add(of_range);
    for (auto& part : machine.split(ranges)) {
      EXPECT_EQ(part.range, range);
      merged.push_back(std::move(part));
    }
  }
  return merged;
}

TEST(IndexParts, MakeTheIndexOfTheWholeToTheByte) {
  EXPECT_TRUE(rc::check("parts = whole", [] {
    const auto lines =
        part_lines(*rc::gen::inRange<std::size_t>(0, 200), *rc::gen::arbitrary<std::uint32_t>());
    const IndexOptions options = part_options(*rc::gen::inRange<std::uint32_t>(1, 20));
    const auto machines = *rc::gen::inRange<std::size_t>(1, 5);
    const auto ranges = *rc::gen::inRange<std::uint32_t>(1, 9);
    std::vector<std::vector<std::string>> shards(machines);
    for (const std::string& line : lines)
      shards[*rc::gen::inRange<std::size_t>(0, machines)].push_back(line);

    PartList parts;
    IndexTotals totals;
    for (const auto& shard : shards)
      for (auto& part : parts_of(shard, options, ranges, totals)) parts.push_back(std::move(part));
    if (*rc::gen::arbitrary<bool>()) parts = merge_by_range(parts, options, ranges);
    std::mt19937 random(1);
    std::shuffle(parts.begin(), parts.end(), random);
    Machine last(options);
    last.add(parts);
    last.builder().totals() += totals;

    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    RC_ASSERT(last.write() == index_bytes(part_vectors(), {text}, options));
  }));
}

TEST(IndexParts, HaveTheSameBytesWhateverTheOrderOfTheText) {
  auto lines = part_lines(300, 1);
  IndexTotals totals;
  const PartList parts = parts_of(lines, part_options(5), 3, totals);
  std::reverse(lines.begin(), lines.end());
  const PartList reversed = parts_of(lines, part_options(5), 3, totals);
  ASSERT_EQ(parts.size(), reversed.size());
  ASSERT_GE(parts.size(), 2U);
  for (std::size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(parts[i].bytes, reversed[i].bytes);
}

TEST(IndexParts, ThatWereDamagedAreRefused) {
  IndexTotals totals;
  const std::string part = parts_of({"a b x y", "c u"}, part_options(5), 1, totals).at(0).bytes;
  for (std::size_t i = 0; i < part.size(); ++i) {
    std::string altered = part;
    altered[i] = static_cast<char>(altered[i] ^ 0x10);
    Machine machine(part_options(5));
    EXPECT_THAT(message_of([&] { read_part(altered, machine.builder()); }),
                HasSubstr("is damaged"));
    EXPECT_THAT(message_of([&] { read_part(part.substr(0, i), machine.builder()); }),
                HasSubstr("is damaged"));
  }
  EXPECT_THAT(message_of([] { (void)totals_from_json("{}"); }), HasSubstr("are damaged"));
}

TEST(IndexParts, OfAnotherPlanAreRefused) {
  IndexTotals totals;
  const PartList parts = parts_of({"a b x y"}, part_options(5), 1, totals);
  Machine machine(part_options(6));
  EXPECT_THAT(message_of([&] { machine.add(parts); }), HasSubstr("made by different plans"));
  IndexOptions other = part_options(5);
  const TextIndex index(part_vectors(), "", other);
  EXPECT_THAT(message_of([&] { const IndexPlan plan(*index, {"x"}); }),
              HasSubstr("made with other `words`"));
}

TEST(IndexParts, OfCountsAloneHaveNoSentences) {
  Machine counting(part_options(5), IndexPlan::Keep::counts);
  counting.read({"a b y y", "a u", "y zz c"});
  const PartList parts = counting.split(1);
  EXPECT_LT(parts.at(0).bytes.size(), 100U);
  Machine sum(part_options(5), IndexPlan::Keep::counts);
  sum.add(parts);
  sum.add(parts);
  const TextCoverage coverage = text_coverage(sum.builder(), 2);
  EXPECT_EQ(coverage.types_with_vector, 4U);  // a, b, a_b and c
  EXPECT_EQ(coverage.types_without, 3U);
  EXPECT_THAT(coverage.most_frequent, ElementsAre(Pair("y", 6), Pair("u", 2)));
}

}  // namespace
}  // namespace oovec
