#include "oovec/store/word_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/hash.h"
#include "oovec/text/utf8.h"

namespace oovec::inline store {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// SQLite's integers have a sign; this keeps the order.
std::int64_t signed_priority(std::uint64_t priority) {
  return std::bit_cast<std::int64_t>(priority ^ (std::uint64_t{1} << 63));
}

std::uint64_t priority_of_signed(std::int64_t number) {
  return std::bit_cast<std::uint64_t>(number) ^ (std::uint64_t{1} << 63);
}

std::int64_t as_signed(std::uint64_t bits) { return std::bit_cast<std::int64_t>(bits); }
std::uint64_t as_unsigned(std::int64_t bits) { return std::bit_cast<std::uint64_t>(bits); }

// A sum that stops at what SQLite can hold.
std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  const auto limit = static_cast<std::uint64_t>(most);
  return a > limit - std::min(b, limit) ? limit : a + b;
}

std::uint64_t digest_of(const StoredContext& context) {
  const std::array<std::uint64_t, 2> numbers = {context.priority, as_unsigned(context.last)};
  return hash64(std::as_bytes(std::span(numbers)), hash64(context.text));
}

constexpr const char* word_columns = "word, count, first, last, contexts, digest, mark";

}  // namespace

WordTable::WordTable(Database& database, const StoreSettings& settings)
    : database_(database),
      settings_(settings),
      find_word_(database, fmt::format("SELECT {} FROM words WHERE word = ?", word_columns)),
      write_word_(database, "INSERT OR REPLACE INTO words VALUES (?, ?, ?, ?, ?, ?, ?)"),
      remove_word_(database, "DELETE FROM words WHERE word = ?"),
      find_contexts_(database,
                     "SELECT priority, last, text FROM contexts WHERE word = ? ORDER BY priority"),
      find_context_(database,
                    "SELECT priority, last, text FROM contexts WHERE word = ? AND priority = ?"),
      last_context_(database,
                    "SELECT priority, last, text FROM contexts WHERE word = ? ORDER BY priority "
                    "DESC LIMIT 1"),
      write_context_(database, "INSERT OR REPLACE INTO contexts VALUES (?, ?, ?, ?)"),
      remove_context_(database, "DELETE FROM contexts WHERE word = ? AND priority = ?"),
      remove_contexts_(database, "DELETE FROM contexts WHERE word = ?"),
      oldest_(database, "SELECT word FROM words ORDER BY last, word LIMIT ?"),
      by_word_(database, fmt::format("SELECT {} FROM words WHERE word > ? AND count >= ? AND last "
                                     ">= ? AND instr(word, ?) ORDER BY word LIMIT ?",
                                     word_columns)),
      by_last_(database, fmt::format("SELECT {} FROM words WHERE count >= ? AND last >= ? AND "
                                     "instr(word, ?) AND (? OR (last, word) < (?, ?)) AND last "
                                     "<= ? ORDER BY last DESC, word DESC LIMIT ?",
                                     word_columns)),
      by_count_(database, fmt::format("SELECT {} FROM words WHERE count >= ? AND last >= ? AND "
                                      "instr(word, ?) AND (? OR count < ? OR (count = ? AND word "
                                      "> ?)) ORDER BY count DESC, word LIMIT ?",
                                      word_columns)),
      read_totals_(database, "SELECT words, contexts, sightings, digest FROM totals LIMIT 2"),
      write_totals_(database,
                    "UPDATE totals SET words = ?, contexts = ?, sightings = ?, digest = ?") {}

std::uint64_t WordTable::mark_of(std::string_view word, const WordRow& row) {
  const std::array<std::uint64_t, 5> numbers = {row.count, as_unsigned(row.first),
                                                as_unsigned(row.last), row.contexts, row.digest};
  return hash64(std::as_bytes(std::span(numbers)), hash64(word));
}

// The columns are those of word_columns without the first.
WordTable::WordRow WordTable::read_row(std::string_view word, const ResultRows& rows,
                                       int column) const {
  WordRow row;
  const std::int64_t contexts = rows.integer(column + 3);
  row.count = as_unsigned(rows.integer(column));
  row.first = rows.integer(column + 1);
  row.last = rows.integer(column + 2);
  row.contexts = static_cast<std::uint32_t>(contexts);
  row.digest = as_unsigned(rows.integer(column + 4));
  row.mark = as_unsigned(rows.integer(column + 5));
  const bool sensible = row.count > 0 && row.count <= as_unsigned(most) && row.first <= row.last &&
                        contexts >= 0 && contexts <= settings_.per_word && !word.empty() &&
                        word.size() <= max_stored_word && !find_invalid_utf8(word);
  if (!sensible || row.mark != mark_of(word, row))
    database_.damaged("the entry of a word was altered");
  return row;
}

std::optional<WordTable::WordRow> WordTable::find_row(std::string_view word) {
  ResultRows rows = find_word_.run(word);
  if (!rows.next()) return std::nullopt;
  return read_row(word, rows, 1);
}

StoredContext WordTable::read_context(const ResultRows& rows) const {
  StoredContext context{priority_of_signed(rows.integer(0)), rows.integer(1),
                        std::string(rows.text(2))};
  if (context.text.empty() || context.text.size() > settings_.max_bytes ||
      find_invalid_utf8(context.text))
    database_.damaged("a context was altered");
  return context;
}

std::vector<StoredContext> WordTable::read_contexts(std::string_view word, const WordRow& row) {
  std::vector<StoredContext> contexts;
  contexts.reserve(row.contexts);
  std::uint64_t digest = 0;
  ResultRows rows = find_contexts_.run(word);
  while (contexts.size() <= row.contexts && rows.next()) {
    contexts.push_back(read_context(rows));
    digest ^= digest_of(contexts.back());
  }
  if (contexts.size() != row.contexts || digest != row.digest)
    database_.damaged("the contexts of a word were altered");
  return contexts;
}

std::optional<StoredWord> WordTable::find(std::string_view word) {
  const std::optional<WordRow> row = find_row(word);
  if (!row) return std::nullopt;
  return StoredWord{{std::string(word), row->count, row->first, row->last, row->contexts},
                    read_contexts(word, *row)};
}

std::vector<WordSummary> WordTable::words(const WordQuery& query) {
  const auto limit = static_cast<std::int64_t>(std::min<std::uint64_t>(query.limit, most));
  const auto min_count = static_cast<std::int64_t>(std::min<std::uint64_t>(query.min_count, most));
  const std::int64_t since = query.since.value_or(std::numeric_limits<std::int64_t>::min());
  const WordSummary after = query.after.value_or(WordSummary{});
  const std::int64_t is_first = query.after ? 0 : 1;
  const auto count = static_cast<std::int64_t>(std::min<std::uint64_t>(after.count, most));
  const std::string_view word = after.word;
  const std::string_view contains = query.contains;
  const std::int64_t latest = query.after ? after.last : most;

  std::vector<WordSummary> words;
  const auto read = [&](ResultRows rows) {
    while (rows.next()) {
      std::string name(rows.text(0));
      const WordRow row = read_row(name, rows, 1);
      words.push_back({std::move(name), row.count, row.first, row.last, row.contexts});
    }
  };
  switch (query.order) {
    case WordOrder::word:
      read(by_word_.run(word, min_count, since, contains, limit));
      break;
    case WordOrder::recent:
      read(by_last_.run(min_count, since, contains, is_first, after.last, word, latest, limit));
      break;
    case WordOrder::count:
      read(by_count_.run(min_count, since, contains, is_first, count, count, word, limit));
      break;
  }
  return words;
}

WordTable::Totals WordTable::read_totals() {
  ResultRows rows = read_totals_.run();
  if (!rows.next()) database_.damaged("its totals are missing");
  Totals totals;
  totals.sums.words = as_unsigned(rows.integer(0));
  totals.sums.contexts = as_unsigned(rows.integer(1));
  totals.sums.sightings = as_unsigned(rows.integer(2));
  totals.digest = as_unsigned(rows.integer(3));
  if (rows.next()) database_.damaged("it has totals twice");
  return totals;
}

StoreTotals WordTable::totals() {
  StoreTotals totals = read_totals().sums;
  totals.bytes = as_unsigned(database_.number("PRAGMA page_count")) *
                 as_unsigned(database_.number("PRAGMA page_size"));
  return totals;
}

// SQLite checks its pages, we what is in them.
void WordTable::check() {
  const std::string found = database_.text("PRAGMA integrity_check(1)");
  if (found != "ok") database_.damaged(found);
  Totals sums;
  WordQuery query;
  for (;;) {
    const std::vector<WordSummary> page = words(query);
    for (const WordSummary& word : page) {
      const WordRow row = find_row(word.word).value_or(WordRow{});
      (void)read_contexts(word.word, row);
      ++sums.sums.words;
      sums.sums.contexts += row.contexts;
      sums.digest ^= row.mark;
    }
    if (page.size() < query.limit) break;
    query.after = page.back();
  }
  const Totals totals = read_totals();
  if (sums.sums.words != totals.sums.words || sums.sums.contexts != totals.sums.contexts ||
      sums.digest != totals.digest ||
      as_unsigned(database_.number("SELECT count(*) FROM contexts")) != sums.sums.contexts)
    database_.damaged("words are missing or were altered");
}

void WordTable::load() { totals_ = read_totals(); }

void WordTable::save() {
  write_totals_.execute(as_signed(totals_.sums.words), as_signed(totals_.sums.contexts),
                        as_signed(totals_.sums.sightings), as_signed(totals_.digest));
}

// The row with what is added to it.
WordTable::WordRow WordTable::row_to_change(std::string_view word, std::int64_t first,
                                            std::int64_t last, std::uint64_t count) {
  WordRow row = find_row(word).value_or(WordRow{0, first, last, 0, 0, 0});
  row.count = capped_sum(row.count, count);
  row.first = std::min(row.first, first);
  row.last = std::max(row.last, last);
  totals_.sums.sightings = capped_sum(totals_.sums.sightings, count);
  return row;
}

void WordTable::write_row(std::string_view word, WordRow row) {
  if (row.mark == 0) ++totals_.sums.words;
  totals_.digest ^= row.mark;
  row.mark = mark_of(word, row);
  totals_.digest ^= row.mark;
  write_word_.execute(word, as_signed(row.count), row.first, row.last, std::int64_t{row.contexts},
                      as_signed(row.digest), as_signed(row.mark));
}

void WordTable::add(const ReadySighting& sighting) {
  if (sighting.count == 0) return;
  WordRow row = row_to_change(sighting.word, sighting.time, sighting.time, sighting.count);
  if (sighting.context) add_context(sighting.word, *sighting.context, row);
  write_row(sighting.word, row);
}

void WordTable::add(const StoredWord& word) {
  WordRow row = row_to_change(word.word, word.first, word.last, word.count);
  for (const StoredContext& context : word.contexts) add_context(word.word, context, row);
  write_row(word.word, row);
}

// Bottom-k: the contexts of the lowest priorities stay. Texts of the same tokens have the same
// priority; of those, the first in the order of bytes stays, so that no order of adding matters.
void WordTable::add_context(std::string_view word, const StoredContext& context, WordRow& row) {
  std::optional<StoredContext> highest;
  if (row.contexts == settings_.per_word) {
    ResultRows rows = last_context_.run(word);
    if (!rows.next()) database_.damaged("a context is missing");
    highest = read_context(rows);
    if (context.priority > highest->priority) return;
  }
  std::optional<StoredContext> same;
  {
    ResultRows rows = find_context_.run(word, signed_priority(context.priority));
    if (rows.next()) same = read_context(rows);
  }
  if (same) {
    const StoredContext kept{context.priority, std::max(same->last, context.last),
                             std::min(same->text, context.text)};
    if (kept != *same) replace_context(word, *same, kept, row);
    return;
  }
  if (highest) {
    replace_context(word, *highest, context, row);
    return;
  }
  write_context_.execute(word, signed_priority(context.priority), context.last,
                         std::string_view(context.text));
  row.digest ^= digest_of(context);
  ++row.contexts;
  ++totals_.sums.contexts;
}

void WordTable::replace_context(std::string_view word, const StoredContext& old,
                                const StoredContext& context, WordRow& row) {
  if (old.priority != context.priority)
    remove_context_.execute(word, signed_priority(old.priority));
  write_context_.execute(word, signed_priority(context.priority), context.last,
                         std::string_view(context.text));
  row.digest ^= digest_of(old) ^ digest_of(context);
}

bool WordTable::remove(std::string_view word) {
  const std::optional<WordRow> row = find_row(word);
  if (!row) return false;
  remove_contexts_.execute(word);
  remove_word_.execute(word);
  --totals_.sums.words;
  totals_.sums.contexts -= row->contexts;
  totals_.sums.sightings -= std::min(totals_.sums.sightings, row->count);
  totals_.digest ^= row->mark;
  return true;
}

void WordTable::drop_oldest(std::uint64_t max_words) {
  if (max_words == 0 || totals_.sums.words <= max_words) return;
  std::vector<std::string> words;
  {
    const std::uint64_t surplus = totals_.sums.words - max_words;
    ResultRows rows = oldest_.run(static_cast<std::int64_t>(std::min(surplus, as_unsigned(most))));
    while (rows.next()) words.emplace_back(rows.text(0));
  }
  for (const std::string& word : words)
    if (!remove(word)) database_.damaged("a word is missing");
}

}  // namespace oovec::inline store
