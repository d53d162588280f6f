// How a Store works. Not part of the public interface.
//
// One connection writes. A thread that adds puts its sightings into a queue; the first to find
// nobody writing takes all that is queued, writes it in one transaction and wakes the others. While
// it waits for the disk, the next transaction gathers. Threads that read have a connection each,
// from a pool; in memory, there is just the one connection.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "oovec/base/parallel.h"
#include "oovec/store/database.h"
#include "oovec/store/sighting.h"
#include "oovec/store/store.h"
#include "oovec/store/word_table.h"

namespace oovec::inline store {

// A connection and its tables.
struct Connection {
  explicit Connection(const std::string& path, Database::Access access) : database(path, access) {}

  Database database;
  std::unique_ptr<WordTable> table;  // once the settings are known
};

class Store::Impl {
 public:
  // Opens a file, or makes a new one.
  Impl(const std::string& path, const StoreOptions& options, Database::Access access);

  const std::string& path() const { return writer_.database.path(); }
  const StoreSettings& settings() const { return settings_; }
  bool is_file() const { return is_file_; }

  // Calls use(table) within a transaction of its own.
  void read(const std::function<void(WordTable&)>& use);
  void write(const std::function<void(WordTable&)>& use);

  // Returns when the sightings are on the disk.
  void add(std::span<const ReadySighting> sightings);

  // Writes everything to a file, which must be empty or not exist.
  void copy_to(const std::string& file);

  [[nodiscard]] std::vector<ReadySighting> make_ready(std::span<const Sighting> sightings);

 private:
  struct Batch {
    std::span<const ReadySighting> sightings;
    bool done = false;
    std::exception_ptr error = nullptr;
  };

  void open(const StoreOptions& options);
  // Throws if the file was removed or replaced: what is written to it would be lost.
  void check_in_place() const;
  void write_batches(std::span<Batch* const> batches);
  void write_group(std::span<Batch* const> batches);
  std::unique_ptr<Connection> make_reader() const;

  const bool is_file_;
  const std::uint64_t max_words_;
  Connection writer_;
  StoreSettings settings_;
  std::string file_;                               // absolute
  std::pair<std::uint64_t, std::uint64_t> place_;  // device and inode of it
  std::mutex writing_;                             // held while writer_ is used

  Pool<Connection> readers_{[this] { return make_reader(); }};
  Pool<SightingReader> sighting_readers_{
      [this] { return std::make_unique<SightingReader>(settings_); }};

  std::mutex queue_mutex_;  // of all that follows
  std::condition_variable queue_changed_;
  std::vector<Batch*> queue_;
  bool has_leader_ = false;
};

// A store on disk that no other program sees and that vanishes afterwards.
class ScratchStore {
 public:
  explicit ScratchStore(const StoreSettings& settings);

  void add(std::span<const ReadySighting> sightings) {
    if (!sightings.empty()) store_.impl_->add(sightings);
  }
  Store& store() { return store_; }

 private:
  Store store_;
};

}  // namespace oovec::inline store
