// oovec store add STORE --corpus FILE…: remembers the words of a text that have no vector.
#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/base/error.h"
#include "oovec/model/model.h"
#include "oovec/store/remember.h"
#include "oovec/store/store.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::cli {
namespace {

struct StoreAddArguments {
  std::string store;
  std::string model;
  std::string vectors;
  std::vector<std::string> corpus;
  StoreOptions options;
  RememberOptions remember;
  bool json = false;
};

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void print_store_add_json(const StoreAddArguments& arguments, const RememberSummary& summary,
                          const StoreTotals& totals) {
  print_json({{"file", arguments.store},
              {"new_words", summary.words},
              {"sightings", summary.sightings},
              {"words", totals.words},
              {"contexts", totals.contexts},
              {"lines", summary.totals.lines},
              {"bad_lines", summary.totals.bad_lines},
              {"sentences", summary.totals.sentences},
              {"tokens", summary.totals.tokens.total()},
              {"hints", spelled_hints(summary.hints)}});
}

void print_store_add(const StoreAddArguments& arguments, const RememberSummary& summary,
                     const StoreTotals& totals) {
  fmt::print(stderr, "{}: {} without a vector, seen {}; {} in the store\n",
             printable(arguments.store), counted(summary.words, "word"),
             counted(summary.sightings, "time"), counted(totals.words, "word"));
  if (summary.totals.bad_lines > 0)
    fmt::print(stderr, "{} skipped: not UTF-8, JSON or CSV as required\n",
               counted(summary.totals.bad_lines, "line"));
}

void add_to_store(StoreAddArguments& arguments) {
  if (arguments.model.empty() && arguments.vectors.empty())
    throw Error(ErrorKind::usage, "name a `model` or `vectors`: they define which words are new");
  std::optional<Model> model;
  std::shared_ptr<const Embeddings> vectors;
  if (!arguments.model.empty()) {
    model.emplace(arguments.model, arguments.vectors);
    arguments.options.text = model->text();
  } else {
    vectors = read_shown(arguments.vectors, arguments.remember.threads);
    arguments.options.text = resolve_text({}, *vectors);
  }
  Store store = Store::open(arguments.store, arguments.options);
  arguments.remember.time = now();
  arguments.remember.progress = terminal_progress();
  const RememberSummary summary = remember_corpus(store, model ? model->vectors() : *vectors,
                                                  arguments.corpus, arguments.remember);
  (arguments.json ? print_store_add_json : print_store_add)(arguments, summary, store.totals());
  print_hints(summary.hints);
}

}  // namespace

void add_store_add(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<StoreAddArguments>();
  const Command command = parent.add_command("add", "Remember the new words of a text");
  command.footer(R"(
Reads the text once and adds every word that the vectors lack to STORE: how often it occurs, when
it was seen, and a sample of its sentences, which does not depend on the order of texts. STORE is
created if it does not exist, and other programs may use it at the same time. If the command is
stopped, nothing is added.

Examples:
  oovec store add words.db --model words.oovec --corpus monday.txt.zst
  oovec store add words.db --vectors glove.txt --corpus 'posts-*.jsonl' --jsonl body
)");
  command.add_log("STORE", arguments->store, "Store to add to.").required();
  command
      .add_files("--corpus", arguments->corpus,
                 "Text files or globs, one or several; -: standard input.")
      .required();
  command.add_file("--model", arguments->model,
                   "Model that will infer the words; its settings decide how text is read.");
  command.add_file("--vectors", arguments->vectors,
                   "Vectors that define which words are new, if there is no model; or the vectors "
                   "of a model written without them.");
  add_fields(command, arguments->options);
  add_fields(command, arguments->remember);
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { add_to_store(*arguments); });
}

}  // namespace oovec::cli
