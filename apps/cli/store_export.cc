// oovec store export STORE --model MODEL -o OUT: vectors of the words that a store remembers.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/appended.h"
#include "apps/cli/commands.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/augment/export.h"
#include "oovec/base/error.h"
#include "oovec/io/check_outputs.h"

namespace oovec::cli {
namespace {

constexpr std::uint32_t exported_neighbors = 5;  // for each word of a report

struct StoreExportArguments {
  std::string store;
  std::string model;
  std::string output;
  std::string report;
  ExportOptions options;
  bool json = false;
};

void check_export_streams(const StoreExportArguments& arguments) {
  if ((arguments.output == "-" ? 1 : 0) + (arguments.report == "-" ? 1 : 0) +
          (arguments.json ? 1 : 0) >
      1)
    throw Error(ErrorKind::usage,
                "vectors, report and JSON would mix on standard output; name a file");
  check_outputs({{arguments.report}}, {arguments.options.vectors});
}

void print_export(const StoreExportArguments& arguments, const AugmentResult& result) {
  const std::string file =
      arguments.output == "-" ? "standard output" : printable(arguments.output);
  const std::string old =
      result.old_words > 0 ? counted(result.old_words, "old word") + " and " : std::string();
  fmt::print(stderr, "{} ({}): {}{}\n", file, enum_name(result.format), old,
             counted(result.count(Outcome::added), "new word"));
  if (const auto count = result.count(Outcome::not_inferred))
    fmt::print(stderr, "{} without a vector: no known n-gram and no context\n",
               counted(count, "word"));
  if (const auto count = result.count(Outcome::not_written))
    fmt::print(stderr, "{} left out: the format cannot hold them\n", counted(count, "word"));
}

void print_export_json(const StoreExportArguments& arguments, const AugmentResult& result) {
  print_json({{"file", arguments.output},
              {"format", enum_name(result.format)},
              {"old_words", result.old_words},
              {"added", result.count(Outcome::added)},
              {"not_inferred", result.count(Outcome::not_inferred)},
              {"not_written", result.count(Outcome::not_written)},
              {"hints", spelled_hints(result.hints())}});
}

void export_from_store(StoreExportArguments& arguments) {
  check_export_streams(arguments);
  arguments.options.progress = terminal_progress();
  arguments.options.neighbors = arguments.report.empty() ? 0 : exported_neighbors;
  StoreOptions options;
  options.create = false;
  const Store store = Store::open(arguments.store, options);
  const Model model(arguments.model, arguments.options.vectors);
  const AugmentResult result = export_words(model, store, arguments.output, arguments.options);
  if (!arguments.report.empty()) write_report(result, arguments.report);
  (arguments.json ? print_export_json : print_export)(arguments, result);
  print_hints(result.hints());
}

}  // namespace

void add_store_export(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<StoreExportArguments>();
  const Command command = parent.add_command("export", "Infer the vectors of the words in a store");
  command.footer(R"(
Infers a vector for every word that was seen at least --min-count times and that the model's
vectors lack, and writes the words, the most frequent first, in the format that the name of the
output suggests. With --vectors (the file that the model was trained with), it appends them to the
rows of that file, which stay byte for byte as they are.

Examples:
  oovec store export words.db --model words.oovec --min-count 3 -o new.vec
  oovec store export words.db --model words.oovec --vectors glove.txt -o glove+new.txt
)");
  command.add_file("STORE", arguments->store, "Store file.").required();
  command.add_file("--model", arguments->model, "Model file.").required();
  add_appended_output(command, arguments->output, arguments->options.vectors);
  command.add_output("--report", arguments->report,
                     "Write a list of the words, as JSON lines (.jsonl) or tab-separated.");
  add_fields(command, arguments->options);
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { export_from_store(*arguments); });
}

}  // namespace oovec::cli
