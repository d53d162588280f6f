// The words of a store and their contexts, as one connection sees them: all SQL about them is here.
// Not part of the public interface.
//
// Every row has checksums (schema.cc), so that a row altered by another program is detected when it
// is used. A caller that changes anything opens a transaction, and calls load() first and save()
// last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/store/database.h"
#include "oovec/store/sighting.h"
#include "oovec/store/store.h"

namespace oovec::inline store {

class WordTable {
 public:
  WordTable(Database& database, const StoreSettings& settings);

  // Reads. The caller has a transaction, so that all rows are of one moment.
  [[nodiscard]] std::optional<StoredWord> find(std::string_view word);
  [[nodiscard]] std::vector<WordSummary> words(const WordQuery& query);
  [[nodiscard]] StoreTotals totals();
  void check();

  void load();  // the totals, as they are now
  void add(const ReadySighting& sighting);
  void add(const StoredWord& word);
  [[nodiscard]] bool remove(std::string_view word);
  void drop_oldest(std::uint64_t max_words);
  void save();

 private:
  // A row of the table of words.
  struct WordRow {
    std::uint64_t count = 0;
    std::int64_t first = 0, last = 0;
    std::uint32_t contexts = 0;
    std::uint64_t digest = 0;  // of its contexts
    std::uint64_t mark = 0;    // of all this; 0: there is no row yet
  };
  struct Totals {
    StoreTotals sums;
    std::uint64_t digest = 0;
  };

  [[nodiscard]] static std::uint64_t mark_of(std::string_view word, const WordRow& row);
  WordRow read_row(std::string_view word, const ResultRows& rows, int column) const;
  std::optional<WordRow> find_row(std::string_view word);
  WordRow row_to_change(std::string_view word, std::int64_t first, std::int64_t last,
                        std::uint64_t count);
  void write_row(std::string_view word, WordRow row);
  StoredContext read_context(const ResultRows& rows) const;
  std::vector<StoredContext> read_contexts(std::string_view word, const WordRow& row);
  void add_context(std::string_view word, const StoredContext& context, WordRow& row);
  void replace_context(std::string_view word, const StoredContext& old,
                       const StoredContext& context, WordRow& row);
  Totals read_totals();

  Database& database_;
  const StoreSettings settings_;
  Totals totals_;

  Statement find_word_;
  Statement write_word_;
  Statement remove_word_;
  Statement find_contexts_;
  Statement find_context_;
  Statement last_context_;
  Statement write_context_;
  Statement remove_context_;
  Statement remove_contexts_;
  Statement oldest_;
  Statement by_word_;
  Statement by_last_;
  Statement by_count_;
  Statement read_totals_;
  Statement write_totals_;
};

}  // namespace oovec::inline store
