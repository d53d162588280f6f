#include "oovec/corpus/index_parts.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/corpus/index_part.h"
#include "oovec/io/json.h"

namespace oovec::inline corpus {
namespace {

constexpr std::size_t most_memory = std::size_t{64} << 20;
constexpr std::size_t largest_part = std::size_t{8} << 20;  // about
constexpr std::size_t smallest_part = std::size_t{64} << 10;

// Which range of targets each belongs to.
class Ranges {
 public:
  Ranges(const IndexBuilder& builder, std::uint32_t count) : builder_(builder) {
    for (std::uint64_t range = 1; range <= count; ++range)
      ends_.push_back(builder.shared_targets() * range * range / (std::uint64_t{count} * count));
  }

  std::uint32_t of(std::uint32_t target) const {
    if (target >= builder_.shared_targets())
      return static_cast<std::uint32_t>(hash64(builder_.word(target)) % ends_.size());
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), target);
    return static_cast<std::uint32_t>(end - ends_.begin());
  }

 private:
  const IndexBuilder& builder_;
  std::vector<std::uint64_t> ends_;  // of the ranges: the first target beyond each
};

// Hands sentences on range by range, each with the hits of that range.
class SentenceSplitter {
 public:
  SentenceSplitter(const Ranges& ranges, std::uint32_t count, std::vector<std::uint32_t> places)
      : ranges_(ranges), places_(std::move(places)), hits_(count) {}

  template <class Use>
  void split(const StoredSentence& sentence, const Use& use) {
    touched_.clear();
    sorted_.assign(sentence.hits.begin(), sentence.hits.end());
    std::sort(sorted_.begin(), sorted_.end(),
              [&](const Hit& a, const Hit& b) { return places_[a.target] < places_[b.target]; });
    for (const Hit& hit : sorted_) {
      const std::uint32_t range = ranges_.of(hit.target);
      if (hits_[range].empty()) touched_.push_back(range);
      hits_[range].push_back(hit);
    }
    for (const std::uint32_t range : touched_) {
      use(range, StoredSentence{sentence.priority, sentence.bytes, hits_[range]});
      hits_[range].clear();
    }
  }

 private:
  const Ranges& ranges_;
  std::vector<std::uint32_t> places_;   // of targets in the index
  std::vector<Hit> sorted_;             // of the sentence at hand
  std::vector<std::vector<Hit>> hits_;  // of it, per range
  std::vector<std::uint32_t> touched_;
};

// Calls field(name, number) for all numbers.
template <class Totals, class Field>
void visit_totals(Totals& all, const Field& field) {
  field("lines", all.totals.lines);
  field("bad_lines", all.totals.bad_lines);
  field("sentences", all.totals.sentences);
  for (std::size_t i = 0; i < all.totals.tokens.count.size(); ++i)
    field(fmt::format("tokens {}", enum_name(static_cast<Match>(i))), all.totals.tokens.count[i]);
  field("empty_lines", all.lines.empty_lines);
}

}  // namespace

IndexParts::IndexParts(IndexBuilder& builder, std::uint32_t ranges, const std::string& beside,
                       int threads)
    : file_(beside) {
  const Ranges range(builder, ranges);
  const std::size_t enough = std::clamp(most_memory / ranges, smallest_part, largest_part);
  std::vector<PartWriter> writers(ranges, PartWriter(builder));
  const auto write = [&](std::uint32_t number, std::size_t least) {
    if (writers[number].size() < least) return;
    const std::string part = writers[number].take();
    parts_.push_back({number, file_.size(), part.size()});
    file_.append(std::as_bytes(std::span<const char>(part)));
  };
  const std::vector<std::uint32_t> order = builder.ordered_targets();
  for (const std::uint32_t target : order) {
    if (builder.counts()[target] == 0) continue;
    const std::uint32_t number = range.of(target);
    writers[number].add_count(target, builder.counts()[target]);
    write(number, enough);
  }
  SentenceSplitter splitter(range, ranges, places_in(order));
  builder.for_each_kept(threads, [&](const StoredSentence& sentence) {
    splitter.split(sentence, [&](std::uint32_t number, const StoredSentence& part) {
      writers[number].add_sentence(part);
      write(number, enough);
    });
  });
  for (std::uint32_t number = 0; number < ranges; ++number) write(number, 1);
}

std::optional<IndexParts::Part> IndexParts::next() {
  if (next_ == parts_.size()) return std::nullopt;
  const Extent& extent = parts_[next_++];
  Part part{extent.range, std::string(extent.size, '\0')};
  file_.read(extent.begin, std::as_writable_bytes(std::span(part.bytes)));
  return part;
}

std::string totals_json(const TextTotals& totals) {
  nlohmann::json json = {{"first_bad", totals.lines.first_bad}};
  visit_totals(totals, [&](const std::string& name, std::uint64_t number) { json[name] = number; });
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

TextTotals totals_from_json(const std::string& text) try {
  const auto json = parse_json(text, "the totals of a part of an index");
  TextTotals totals;
  visit_totals(totals, [&](const std::string& name, std::uint64_t& number) {
    number = json.at(name).get<std::uint64_t>();
  });
  totals.lines.lines = totals.totals.lines;
  totals.lines.bad_lines = totals.totals.bad_lines;
  totals.lines.first_bad = json.at("first_bad").get<std::string>();
  return totals;
} catch (const nlohmann::json::exception&) {
  throw Error(ErrorKind::malformed, "the totals of a part of an index are damaged");
}

}  // namespace oovec::inline corpus
