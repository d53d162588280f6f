#include "oovec/store/store.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/temporary.h"
#include "oovec/store/schema.h"
#include "oovec/store/store_impl.h"
#include "oovec/text/language.h"
#include "oovec/text/normalize.h"

namespace oovec::inline store {
namespace {

constexpr const char* memory_name = "memory";

// Tells one file from another; nothing is at no path.
std::pair<std::uint64_t, std::uint64_t> place_of(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

StoreSettings new_settings(const StoreOptions& options) {
  StoreSettings settings;
  if (options.text) settings.text = *options.text;
  if (settings.text.lowercase != Lowercase::on) settings.text.lowercase = Lowercase::off;
  settings.text.language = canonical_language(settings.text.language);
  if (options.per_word > 0) settings.per_word = options.per_word;
  if (options.max_bytes > 0) settings.max_bytes = options.max_bytes;
  return settings;
}

// Throws unless both stores, or a store and the given options, have the same settings.
void require_same_text(const std::string& path, const TokenizerOptions& a,
                       const TokenizerOptions& b) {
  const auto require = [&](const char* what, auto x, auto y) {
    if (x != y)
      throw Error(ErrorKind::usage,
                  fmt::format("the store {} was made with {} {}, not {}; make another store for "
                              "this text",
                              path, what, x, y));
  };
  require("`tokenizer`", enum_name(a.tokenizer), enum_name(b.tokenizer));
  require("`lowercase`", a.lowercase == Lowercase::on, b.lowercase == Lowercase::on);
  if (!same_language_rules(a.language, b.language)) require("`language`", a.language, b.language);
}

void require_same_size(const std::string& path, const char* what, std::uint32_t a,
                       std::uint32_t b) {
  if (a != b)
    throw Error(ErrorKind::usage,
                fmt::format("the store {} was made with `{}` {}, not {}, which cannot be changed",
                            path, what, a, b));
}

// As of one moment: another program may be making it.
bool is_store_now(Database& database) {
  Transaction transaction(database, Transaction::Kind::read);
  const bool found = is_store(database);
  transaction.commit();
  return found;
}

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code absent;
  return std::filesystem::equivalent(one, other, absent);
}

// A store that is in use must not be replaced: its log would be mistaken for that of the new one.
void check_new_file(const std::string& path) {
  if (path.empty() || path == "-")
    throw Error(ErrorKind::usage, "a store must be a file; name one");
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    std::error_code absent;
    if (std::filesystem::exists(path + suffix, absent))
      throw Error(ErrorKind::usage,
                  path + suffix + " exists; a store is written to a new file: choose another name");
  }
}

StoreOptions options_of(const StoreSettings& settings) {
  StoreOptions options;
  options.text = settings.text;
  options.per_word = settings.per_word;
  options.max_bytes = settings.max_bytes;
  return options;
}

}  // namespace

Store::Impl::Impl(const std::string& path, const StoreOptions& options, Database::Access access)
    : is_file_(access == Database::Access::write || access == Database::Access::create),
      max_words_(options.max_words),
      writer_(path, access) {
  open(options);
  writer_.table = std::make_unique<WordTable>(writer_.database, settings_);
}

// Commits are written to a log, which readers do not wait for, and flushed to the disk each. The
// log goes to the file when it has 1000 pages.
void Store::Impl::open(const StoreOptions& options) {
  Database& database = writer_.database;
  bool exists = is_store_now(database);  // first: a file of another program is left as it is
  if (is_file_) {
    database.run_alone("PRAGMA journal_mode = WAL");
    if (database.text("PRAGMA journal_mode") != "wal")
      throw Error(ErrorKind::io, path() +
                                     ": the file system does not allow a write-ahead log; put the "
                                     "store on a local disk");
    database.run("PRAGMA synchronous = FULL");
    database.run("PRAGMA journal_size_limit = 16777216");
    database.run("PRAGMA cache_size = -8192");  // KiB
  }
  if (!exists && is_file_ && !options.create)
    throw Error(ErrorKind::malformed, path() + " is not a store: it is empty");
  if (!exists) {
    Transaction transaction(database, Transaction::Kind::write);
    exists = is_store(database);  // another program may have been faster
    if (!exists) create_tables(database, new_settings(options));
    transaction.commit();
  }
  settings_ = read_settings(database);
  if (is_file_) {
    file_ = std::filesystem::absolute(path()).string();
    place_ = place_of(file_);
  }
  if (options.text) require_same_text(path(), settings_.text, *options.text);
  if (options.per_word > 0)
    require_same_size(path(), "per-word", settings_.per_word, options.per_word);
  if (options.max_bytes > 0)
    require_same_size(path(), "max-bytes", settings_.max_bytes, options.max_bytes);
}

void Store::Impl::check_in_place() const {
  if (is_file_ && place_of(file_) != place_)
    throw Error(ErrorKind::io, path() +
                                   ": the store was removed or replaced while it was in use; "
                                   "put it back, or start the program again");
}

std::unique_ptr<Connection> Store::Impl::make_reader() const {
  auto reader = std::make_unique<Connection>(path(), Database::Access::read);
  if (!is_store_now(reader->database)) reader->database.damaged("it is empty");
  reader->table = std::make_unique<WordTable>(reader->database, settings_);
  return reader;
}

void Store::Impl::read(const std::function<void(WordTable&)>& use) {
  const auto read_from = [&](Connection& connection) {
    Transaction transaction(connection.database, Transaction::Kind::read);
    use(*connection.table);
    check_in_place();
    transaction.commit();
  };
  if (!is_file_) {
    const std::lock_guard lock(writing_);
    read_from(writer_);
    return;
  }
  check_in_place();  // first: opening another file would add our log to it
  std::unique_ptr<Connection> reader = readers_.take();
  read_from(*reader);
  readers_.give_back(std::move(reader));
}

void Store::Impl::write(const std::function<void(WordTable&)>& use) {
  const std::lock_guard lock(writing_);
  Transaction transaction(writer_.database, Transaction::Kind::write);
  writer_.table->load();
  use(*writer_.table);
  writer_.table->drop_oldest(max_words_);
  writer_.table->save();
  check_in_place();
  transaction.commit();
}

std::vector<ReadySighting> Store::Impl::make_ready(std::span<const Sighting> sightings) {
  std::unique_ptr<SightingReader> reader = sighting_readers_.take();
  std::vector<ReadySighting> ready;
  ready.reserve(sightings.size());
  for (const Sighting& sighting : sightings) ready.push_back(reader->read(sighting));
  sighting_readers_.give_back(std::move(reader));
  return ready;
}

void Store::Impl::add(std::span<const ReadySighting> sightings) {
  Batch mine{sightings};
  std::unique_lock lock(queue_mutex_);
  queue_.push_back(&mine);
  queue_changed_.wait(lock, [&] { return mine.done || !has_leader_; });
  if (!mine.done) {
    has_leader_ = true;
    const std::vector<Batch*> batches = std::exchange(queue_, {});
    lock.unlock();
    write_batches(batches);
    lock.lock();
    for (Batch* const batch : batches) batch->done = true;
    has_leader_ = false;
    queue_changed_.notify_all();
  }
  lock.unlock();
  if (mine.error) std::rethrow_exception(mine.error);
}

// If one of several batches meets damage, the others are still written.
void Store::Impl::write_batches(std::span<Batch* const> batches) {
  std::exception_ptr failure;
  bool one_by_one = false;
  try {
    write_group(batches);
    return;
  } catch (const Error& error) {
    failure = std::current_exception();
    one_by_one = error.kind() == ErrorKind::damaged && batches.size() > 1;
  } catch (...) {
    failure = std::current_exception();
  }
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (one_by_one)
      write_batches(batches.subspan(i, 1));
    else
      batches[i]->error = failure;
}

void Store::Impl::write_group(std::span<Batch* const> batches) {
  write([&](WordTable& table) {
    for (const Batch* const batch : batches)
      for (const ReadySighting& sighting : batch->sightings) table.add(sighting);
  });
}

// SQLite copies tables in the order of their keys, so that only the content counts.
void Store::Impl::copy_to(const std::string& file) {
  const auto copy = [&](Database& database) { Statement(database, "VACUUM INTO ?").execute(file); };
  if (is_file_) {
    Database database(path(), Database::Access::write);
    copy(database);
  } else {
    const std::lock_guard lock(writing_);
    copy(writer_.database);
  }
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;
Store::Store(Store&& other) noexcept = default;
Store& Store::operator=(Store&& other) noexcept = default;

Store Store::open(const std::string& path, const StoreOptions& options) {
  const auto access = options.create ? Database::Access::create : Database::Access::write;
  return Store(std::make_unique<Impl>(path, options, access));
}

Store Store::in_memory(const StoreOptions& options) {
  return Store(std::make_unique<Impl>(memory_name, options, Database::Access::memory));
}

const StoreSettings& Store::settings() const { return impl_->settings(); }
const std::string& Store::path() const { return impl_->path(); }

void Store::check_text(const TokenizerOptions& text) const {
  require_same_text(path(), settings().text, text);
}

std::string Store::spell(std::string_view word) const { return stored_spelling(word, settings()); }

void Store::add(std::string_view word, std::string_view context, std::int64_t time) {
  const Sighting sighting{word, context, time};
  add_many({&sighting, 1});
}

void Store::add_many(std::span<const Sighting> sightings) {
  if (!sightings.empty()) impl_->add(impl_->make_ready(sightings));
}

void Store::merge(const Store& other) {
  const StoreSettings& theirs = other.settings();
  const bool are_files = impl_->is_file() && other.impl_->is_file();  // else paths are mere names
  if (this == &other || (are_files && is_same_file(path(), other.path())))
    throw Error(ErrorKind::usage, "a store cannot be merged with itself");
  require_same_text(other.path(), theirs.text, settings().text);
  require_same_size(other.path(), "per-word", theirs.per_word, settings().per_word);
  require_same_size(other.path(), "max-bytes", theirs.max_bytes, settings().max_bytes);
  other.impl_->read([&](WordTable& from) {
    if (other.impl_->is_file()) from.check();
    impl_->write([&](WordTable& to) {
      WordQuery query;
      for (;;) {
        const std::vector<WordSummary> page = from.words(query);
        for (const WordSummary& word : page)
          if (const auto found = from.find(word.word)) to.add(*found);
        if (page.size() < query.limit) return;
        query.after = page.back();
      }
    });
  });
}

bool Store::forget(std::string_view word) {
  bool found = false;
  const std::string spelled = normal_word(word, settings().text.casing());
  impl_->write([&](WordTable& table) { found = table.remove(spelled); });
  return found;
}

std::optional<StoredWord> Store::find(std::string_view word) const {
  std::optional<StoredWord> found;
  const std::string spelled = normal_word(word, settings().text.casing());
  impl_->read([&](WordTable& table) { found = table.find(spelled); });
  return found;
}

std::vector<WordSummary> Store::words(const WordQuery& query) const {
  std::vector<WordSummary> words;
  impl_->read([&](WordTable& table) { words = table.words(query); });
  return words;
}

StoreTotals Store::totals() const {
  StoreTotals totals;
  impl_->read([&](WordTable& table) { totals = table.totals(); });
  return totals;
}

void Store::save(const std::string& file) const {
  check_new_file(file);
  Temporary temporary(file);
  check();
  impl_->copy_to(std::filesystem::absolute(temporary.path()).string());
  temporary.replace_target();
}

void Store::check() const {
  impl_->read([](WordTable& table) { table.check(); });
}

ScratchStore::ScratchStore(const StoreSettings& settings)
    : store_(std::make_unique<Store::Impl>("temporary store", options_of(settings),
                                           Database::Access::scratch)) {}

StoreTotals merge_stores(const std::vector<std::string>& files, const std::string& output) {
  if (files.empty()) throw Error(ErrorKind::usage, "no store to merge");
  check_new_file(output);
  StoreOptions options;
  options.create = false;
  ScratchStore merged(Store::open(files[0], options).settings());
  for (const std::string& file : files) merged.store().merge(Store::open(file, options));
  merged.store().save(output);
  return merged.store().totals();
}

}  // namespace oovec::inline store
