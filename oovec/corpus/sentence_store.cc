#include "oovec/corpus/sentence_store.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "oovec/base/parallel.h"

namespace oovec::inline corpus {
namespace {

constexpr unsigned bucket_bits = 9;
constexpr std::size_t open_size = 32 << 10;  // a bucket is written when it has as much

// A record is this, the hits and the bytes of the sentence.
struct Header {
  std::uint64_t priority;
  std::uint32_t hits;
  std::uint32_t size;
};

void append_record(std::string& records, const StoredSentence& sentence) {
  const Header header{sentence.priority, static_cast<std::uint32_t>(sentence.hits.size()),
                      static_cast<std::uint32_t>(sentence.bytes.size())};
  records.append(reinterpret_cast<const char*>(&header), sizeof header);
  records.append(reinterpret_cast<const char*>(sentence.hits.data()), sentence.hits.size_bytes());
  records.append(sentence.bytes);
}

// Where a sentence is in its bucket.
struct Place {
  std::uint64_t priority;
  std::string_view hits;
  std::string_view bytes;

  bool operator<(const Place& other) const {
    return priority != other.priority ? priority < other.priority : bytes < other.bytes;
  }
  bool is_same(const Place& other) const {
    return priority == other.priority && bytes == other.bytes;
  }
};

struct SortedBucket {
  std::vector<char> records;
  std::vector<Place> places;
};

SortedBucket sort_records(std::vector<char> records) {
  SortedBucket sorted{std::move(records), {}};
  std::string_view rest(sorted.records.data(), sorted.records.size());
  while (!rest.empty()) {
    Header header{};
    std::memcpy(&header, rest.data(), sizeof header);
    rest.remove_prefix(sizeof header);
    const std::size_t hits_size = header.hits * sizeof(Hit);
    sorted.places.push_back(
        {header.priority, rest.substr(0, hits_size), rest.substr(hits_size, header.size)});
    rest.remove_prefix(hits_size + header.size);
  }
  std::sort(sorted.places.begin(), sorted.places.end());
  return sorted;
}

void add_hits(const Place& place, std::vector<Hit>& hits) {
  if (place.hits.empty()) return;
  const std::size_t before = hits.size();
  hits.resize(before + place.hits.size() / sizeof(Hit));
  std::memcpy(hits.data() + before, place.hits.data(), place.hits.size());
}

// Equal sentences are one.
void use_places(std::span<const Place> places,
                const std::function<void(const StoredSentence&)>& use) {
  std::vector<Hit> hits;
  while (!places.empty()) {
    const Place& first = places.front();
    hits.clear();
    for (; !places.empty() && places.front().is_same(first); places = places.subspan(1))
      add_hits(places.front(), hits);
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
      return a.target != b.target ? a.target < b.target : a.position < b.position;
    });
    hits.erase(std::unique(hits.begin(), hits.end(),
                           [](const Hit& a, const Hit& b) { return a.target == b.target; }),
               hits.end());
    use({first.priority, first.bytes, hits});
  }
}

}  // namespace

SentenceStore::SentenceStore(const std::string& beside)
    : file_(beside), buckets_(std::size_t{1} << bucket_bits) {}

void SentenceStore::add(const StoredSentence& sentence) {
  Bucket& bucket = buckets_[sentence.priority >> (64 - bucket_bits)];
  append_record(bucket.open, sentence);
  if (bucket.open.size() >= open_size) write(bucket);
}

void SentenceStore::write(Bucket& bucket) {
  bucket.written.push_back({file_.size(), bucket.open.size()});
  file_.append(std::as_bytes(std::span<const char>(bucket.open)));
  bucket.open.clear();
}

std::vector<char> SentenceStore::read(const Bucket& bucket) const {
  std::size_t size = 0;
  for (const Extent& extent : bucket.written) size += extent.size;
  std::vector<char> records(size);
  std::size_t at = 0;
  for (const Extent& extent : bucket.written) {
    file_.read(extent.begin, std::as_writable_bytes(std::span(records).subspan(at, extent.size)));
    at += extent.size;
  }
  records.insert(records.end(), bucket.open.begin(), bucket.open.end());
  return records;
}

void SentenceStore::for_each(int threads, const std::function<void(const StoredSentence&)>& use,
                             Progress* progress) {
  std::size_t next = 0;
  std::uint64_t size = file_.size();
  for (const Bucket& bucket : buckets_) size += bucket.open.size();
  ProgressTask task(progress, "sorting sentences", size);
  ordered_pipeline<const Bucket*, SortedBucket>(
      threads,
      [&]() -> std::optional<const Bucket*> {
        if (next == buckets_.size()) return std::nullopt;
        return &buckets_[next++];
      },
      [&](const Bucket*& bucket) { return sort_records(read(*bucket)); },
      [&](SortedBucket& bucket) {
        use_places(bucket.places, use);
        task.advance(bucket.records.size());
      });
}

}  // namespace oovec::inline corpus
