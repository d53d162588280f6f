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

std::vector<Place> sort_records(std::string_view rest) {
  std::vector<Place> places;
  while (!rest.empty()) {
    Header header{};
    std::memcpy(&header, rest.data(), sizeof header);
    rest.remove_prefix(sizeof header);
    const std::size_t hits_size = header.hits * sizeof(Hit);
    places.push_back(
        {header.priority, rest.substr(0, hits_size), rest.substr(hits_size, header.size)});
    rest.remove_prefix(hits_size + header.size);
  }
  std::sort(places.begin(), places.end());
  return places;
}

void add_hits(const Place& place, std::vector<Hit>& hits) {
  if (place.hits.empty()) return;
  const std::size_t before = hits.size();
  hits.resize(before + place.hits.size() / sizeof(Hit));
  std::memcpy(hits.data() + before, place.hits.data(), place.hits.size());
}

// The sentences of a bucket in order, equal ones as one.
struct SortedBucket {
  struct Sentence {
    std::uint64_t priority;
    std::string_view bytes;  // in `records`
    std::size_t hits_end;    // in `hits`, where those of the sentence before end
  };
  std::vector<char> records;
  std::vector<Hit> hits;
  std::vector<Sentence> sentences;
};

SortedBucket sort_bucket(std::vector<char> records) {
  SortedBucket bucket{std::move(records), {}, {}};
  const std::vector<Place> sorted = sort_records({bucket.records.data(), bucket.records.size()});
  bucket.sentences.reserve(sorted.size());
  for (std::span<const Place> places(sorted); !places.empty();) {
    const Place& first = places.front();
    const auto begin = static_cast<std::ptrdiff_t>(bucket.hits.size());
    for (; !places.empty() && places.front().is_same(first); places = places.subspan(1))
      add_hits(places.front(), bucket.hits);
    std::sort(bucket.hits.begin() + begin, bucket.hits.end(), [](const Hit& a, const Hit& b) {
      return a.target != b.target ? a.target < b.target : a.position < b.position;
    });
    bucket.hits.erase(std::unique(bucket.hits.begin() + begin, bucket.hits.end(),
                                  [](const Hit& a, const Hit& b) { return a.target == b.target; }),
                      bucket.hits.end());
    bucket.sentences.push_back({first.priority, first.bytes, bucket.hits.size()});
  }
  return bucket;
}

void use_bucket(const SortedBucket& bucket, const std::function<void(const StoredSentence&)>& use) {
  std::size_t begin = 0;
  for (const SortedBucket::Sentence& sentence : bucket.sentences) {
    use({sentence.priority, sentence.bytes,
         std::span(bucket.hits).subspan(begin, sentence.hits_end - begin)});
    begin = sentence.hits_end;
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
      [&](const Bucket*& bucket) { return sort_bucket(read(*bucket)); },
      [&](SortedBucket& bucket) {
        use_bucket(bucket, use);
        task.advance(bucket.records.size());
      });
}

}  // namespace oovec::inline corpus
