#include "oovec/corpus/index_part.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/corpus/index_metadata.h"
#include "oovec/corpus/varint.h"

namespace oovec::inline corpus {
namespace {

// A part is this, then words (size, bytes), counts (target, low and high half) and sentences
// (priority, size, bytes, number of hits, hits as difference to the target before and position).
struct PartHeader {
  std::uint64_t checksum;  // of all that follows
  std::uint64_t plan;
  std::uint32_t words;
  std::uint32_t counts;
  std::uint32_t sentences;
  std::uint32_t version;
};
constexpr std::uint32_t part_version = 1;

std::string_view without_checksum(std::string_view part) {
  return part.substr(sizeof PartHeader::checksum);
}

// Tells plans apart. The language of parts may be told more closely without other rules, but parts
// of one plan are all told alike.
std::uint64_t plan_key(const IndexSettings& settings) {
  std::uint64_t key = 0;
  for (const auto& [name, value] : make_metadata(settings, {}))
    key = hash64(value, hash64(name, key));
  return key;
}

void append_number(std::string& bytes, std::uint64_t number) {
  append_varint(bytes, static_cast<std::uint32_t>(number));
  append_varint(bytes, static_cast<std::uint32_t>(number >> 32));
}

// Takes numbers and bytes from the front of a part whose checksum is right: what does not fit was
// not written by a PartWriter.
class PartReader {
 public:
  explicit PartReader(std::string_view rest) : rest_(rest) {}

  std::uint32_t number() {
    std::uint32_t number = 0;
    if (!take_varint(rest_, number)) refuse();
    return number;
  }
  std::uint64_t long_number() {
    const std::uint64_t low = number();
    return low | std::uint64_t{number()} << 32;
  }
  std::string_view bytes(std::size_t size) {
    if (size > rest_.size()) refuse();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  void finish() const {
    if (!rest_.empty()) refuse();
  }
  [[noreturn]] static void refuse() {
    throw Error(ErrorKind::malformed, "a part of an index is damaged; index its text again");
  }

 private:
  std::string_view rest_;
};

PartHeader read_header(std::string_view part, const IndexSettings& settings) {
  PartHeader header{};
  if (part.size() < sizeof header) PartReader::refuse();
  std::memcpy(&header, part.data(), sizeof header);
  if (header.checksum != hash64(without_checksum(part))) PartReader::refuse();
  if (header.version != part_version || header.plan != plan_key(settings))
    throw Error(ErrorKind::usage,
                "the parts of an index were made by different plans or versions; use the same "
                "vectors, options and version of oovec on all machines");
  return header;
}

// What targets of the builder the codes of a part stand for.
class PartTargets {
 public:
  explicit PartTargets(IndexBuilder& builder) : builder_(builder) {}

  void read_words(PartReader& reader, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
      novel_.push_back(builder_.novel_target(reader.bytes(reader.number())));
  }
  std::uint32_t target(std::uint64_t code) const {
    if (code < builder_.shared_targets()) return static_cast<std::uint32_t>(code);
    code -= builder_.shared_targets();
    if (code >= novel_.size()) PartReader::refuse();
    return novel_[code];
  }

 private:
  IndexBuilder& builder_;
  std::vector<std::uint32_t> novel_;
};

void read_sentence(PartReader& reader, const PartTargets& targets, IndexBuilder& builder,
                   std::vector<Hit>& hits) {
  StoredSentence sentence{};
  std::memcpy(&sentence.priority, reader.bytes(sizeof sentence.priority).data(),
              sizeof sentence.priority);
  sentence.bytes = reader.bytes(reader.number());
  const std::uint32_t count = reader.number();
  hits.clear();
  std::uint64_t code = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    code += reader.number();
    hits.push_back({targets.target(code), reader.number()});
  }
  sentence.hits = hits;
  builder.sampler().offer_hits(sentence);
}

}  // namespace

std::uint32_t PartWriter::code(std::uint32_t target) {
  const auto shared = static_cast<std::uint32_t>(builder_->shared_targets());
  if (target < shared) return target;
  const auto [found, is_new] = codes_.emplace(target, shared + word_count_);
  if (is_new) {
    const std::string_view word = builder_->word(target);
    append_varint(words_, static_cast<std::uint32_t>(word.size()));
    words_ += word;
    ++word_count_;
  }
  return found->second;
}

void PartWriter::add_count(std::uint32_t target, std::uint64_t count) {
  append_varint(counts_, code(target));
  append_number(counts_, count);
  ++count_count_;
}

void PartWriter::add_sentence(const StoredSentence& sentence) {
  hits_.assign(sentence.hits.begin(), sentence.hits.end());
  for (Hit& hit : hits_) hit.target = code(hit.target);
  std::sort(hits_.begin(), hits_.end(),
            [](const Hit& a, const Hit& b) { return a.target < b.target; });
  sentences_.append(reinterpret_cast<const char*>(&sentence.priority), sizeof sentence.priority);
  append_varint(sentences_, static_cast<std::uint32_t>(sentence.bytes.size()));
  sentences_ += sentence.bytes;
  append_varint(sentences_, static_cast<std::uint32_t>(hits_.size()));
  std::uint32_t before = 0;
  for (const Hit& hit : hits_) {
    append_varint(sentences_, hit.target - before);
    append_varint(sentences_, hit.position);
    before = hit.target;
  }
  ++sentence_count_;
}

std::string PartWriter::take() {
  PartHeader header{0,
                    plan_key(builder_->plan().settings()),
                    std::exchange(word_count_, 0),
                    std::exchange(count_count_, 0),
                    std::exchange(sentence_count_, 0),
                    part_version};
  std::string part(reinterpret_cast<const char*>(&header), sizeof header);
  part.reserve(part.size() + size());
  for (std::string* section : {&words_, &counts_, &sentences_}) {
    part += *section;
    section->clear();
  }
  codes_.clear();
  header.checksum = hash64(without_checksum(part));
  std::memcpy(part.data(), &header.checksum, sizeof header.checksum);
  return part;
}

void read_part(std::string_view bytes, IndexBuilder& builder) {
  const PartHeader header = read_header(bytes, builder.plan().settings());
  PartReader reader(bytes.substr(sizeof header));
  PartTargets targets(builder);
  targets.read_words(reader, header.words);
  for (std::uint32_t i = 0; i < header.counts; ++i) {
    const std::uint32_t target = targets.target(reader.number());
    builder.counts()[target] += reader.long_number();
  }
  std::vector<Hit> hits;
  for (std::uint32_t i = 0; i < header.sentences; ++i)
    read_sentence(reader, targets, builder, hits);
  reader.finish();
}

}  // namespace oovec::inline corpus
