// oovec store show STORE [WORD…]: what a store remembers.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/words.h"
#include "oovec/base/utc_time.h"
#include "oovec/store/store.h"

namespace oovec::cli {
namespace {

struct StoreShowArguments {
  std::string store;
  std::vector<std::string> words;
  WordOrder order = WordOrder::count;
  std::uint64_t min_count = 1;
  std::size_t limit = 10;
  bool json = false;
};

Json stored_json(const WordSummary& word) {
  return {{"word", word.word},
          {"count", word.count},
          {"first", utc_time(word.first)},
          {"last", utc_time(word.last)},
          {"contexts", word.contexts}};
}

void print_word_json(const StoredWord& word) {
  Json json = stored_json(word);
  json["texts"] = Json::array();
  for (const StoredContext& context : word.contexts)
    json["texts"].push_back({{"text", context.text}, {"last", utc_time(context.last)}});
  print_json(json);
}

void print_word(const StoredWord& word) {
  fmt::print("{}: seen {}, first {}, last {}; {} kept\n", printable(word.word),
             counted(word.count, "time"), utc_time(word.first), utc_time(word.last),
             counted(word.contexts.size(), "context"));
  for (const StoredContext& context : word.contexts) fmt::print("  {}\n", printable(context.text));
}

int show_words(const StoreShowArguments& arguments, const Store& store) {
  int exit_code = exit_ok;
  for (const std::string& asked : arguments.words) {
    const auto word = store.find(asked);
    if (!word) {
      report_word(asked, "is not in " + arguments.store);
      exit_code = exit_negative;
      continue;
    }
    report_spelling(asked, word->word);
    arguments.json ? print_word_json(*word) : print_word(*word);
  }
  return exit_code;
}

void print_store_json(const Store& store, const std::vector<WordSummary>& words) {
  const StoreSettings& settings = store.settings();
  const StoreTotals totals = store.totals();
  Json list = Json::array();
  for (const WordSummary& word : words) list.push_back(stored_json(word));
  print_json({{"file", store.path()},
              {"words", totals.words},
              {"sightings", totals.sightings},
              {"contexts", totals.contexts},
              {"bytes", totals.bytes},
              {"tokenizer", enum_name(settings.text.tokenizer)},
              {"lowercase", settings.text.lowercase == Lowercase::on},
              {"language", settings.text.language},
              {"per_word", settings.per_word},
              {"max_bytes", settings.max_bytes},
              {"list", list}});
}

void print_store(const Store& store, const std::vector<WordSummary>& words) {
  const StoreTotals totals = store.totals();
  fmt::print("{}: {}, seen {}, {}\n", printable(store.path()), counted(totals.words, "word"),
             counted(totals.sightings, "time"), counted(totals.contexts, "context"));
  for (const WordSummary& word : words)
    fmt::print("  {}  {}, last {}, {}\n", printable(word.word), counted(word.count, "time"),
               utc_time(word.last), counted(word.contexts, "context"));
}

int show_store(const StoreShowArguments& arguments) {
  StoreOptions options;
  options.create = false;
  const Store store = Store::open(arguments.store, options);
  if (!arguments.words.empty()) return show_words(arguments, store);
  WordQuery query;
  query.order = arguments.order;
  query.min_count = arguments.min_count;
  query.limit = arguments.limit;
  (arguments.json ? print_store_json : print_store)(store, store.words(query));
  return exit_ok;
}

}  // namespace

void add_store_show(Command parent, int& exit_code) {
  auto arguments = std::make_shared<StoreShowArguments>();
  const Command command = parent.add_command("show", "Show what a store contains");
  command.footer(R"(
Without WORD, prints a summary and the first words. With WORD, prints the count of each word, when
it was seen, and the contexts that are kept.

Exit code 1: a word is not in the store.

Examples:
  oovec store show words.db --order recent -n 20
  oovec store show words.db pomelo
)");
  command.add_file("STORE", arguments->store, "Store file.").required();
  command.add_texts("WORD", arguments->words, "Words to show.");
  add_enum(command, "--order", arguments->order, "Order of the list.");
  add_number(command, "--min-count", arguments->min_count,
             "List words that were seen at least N times.", at_least(1));
  add_number(command, "-n", arguments->limit, "List at most N words.", at_least(0));
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments, &exit_code] { exit_code = show_store(*arguments); });
}

}  // namespace oovec::cli
