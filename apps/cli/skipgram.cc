// oovec skipgram --corpus FILE… -o OUT: word vectors from text.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "oovec/base/error.h"
#include "oovec/skipgram/skipgram.h"

namespace oovec::cli {
namespace {

struct SkipgramArguments {
  std::vector<std::string> corpus;
  std::string output;
  std::string contexts;
  std::string exclude;
  SkipgramOptions options;
  bool json = false;
};

double words_per_second(const SkipgramArguments& arguments, const SkipgramSummary& summary) {
  const auto words = static_cast<double>(summary.tokens_kept * arguments.options.epochs);
  return words / std::max(summary.training_seconds, 1e-9);
}

void print_skipgram_json(const SkipgramArguments& arguments, const SkipgramResult& result) {
  const SkipgramSummary& summary = result.summary;
  print_json({{"file", arguments.output},
              {"words", result.vectors.size()},
              {"dimension", result.vectors.dimension()},
              {"lines", summary.lines},
              {"bad_lines", summary.bad_lines},
              {"sentences", summary.sentences},
              {"tokens", summary.tokens},
              {"tokens_kept", summary.tokens_kept},
              {"excluded", listed_json(summary.excluded)},
              {"epochs", arguments.options.epochs},
              {"seed", arguments.options.seed},
              {"reading_seconds", summary.reading_seconds},
              {"training_seconds", summary.training_seconds},
              {"words_per_second", words_per_second(arguments, summary)}});
}

void print_skipgram(const SkipgramArguments& arguments, const SkipgramResult& result) {
  const SkipgramSummary& summary = result.summary;
  std::FILE* const to = arguments.output == "-" ? stderr : stdout;
  fmt::print(to, "vectors    {}\n", printable(arguments.output));
  fmt::print(to, "text       {} lines, {} sentences, {} tokens, read in {:.1f} s\n",
             with_commas(summary.lines), with_commas(summary.sentences),
             with_commas(summary.tokens), summary.reading_seconds);
  fmt::print(to, "words      {} seen {} times or more, {} dimensions\n",
             with_commas(result.vectors.size()), arguments.options.min_count,
             result.vectors.dimension());
  fmt::print(to, "training   {} epochs of {} tokens in {:.1f} s, {} words/s\n",
             arguments.options.epochs, with_commas(summary.tokens_kept), summary.training_seconds,
             with_commas(static_cast<std::uint64_t>(words_per_second(arguments, summary))));
  if (summary.bad_lines > 0)
    fmt::print(stderr, "{} lines were skipped: not UTF-8, JSON or CSV as required\n",
               with_commas(summary.bad_lines));
}

void check_skipgram(const SkipgramArguments& arguments, const WriteOptions& write) {
  if (arguments.output == "-" && arguments.json)
    throw Error(ErrorKind::usage, "--json would mix with the vectors on standard output");
  check_vectors_output(arguments.output, write);
  if (arguments.contexts.empty()) return;
  check_vectors_output(arguments.contexts, write);
  if (arguments.contexts == "-")
    throw Error(ErrorKind::usage, "--context-vectors needs a file of its own");
}

// N-grams have a place in fastText's format only.
bool writes_model(const SkipgramArguments& arguments) {
  return !arguments.options.subwords.empty() && arguments.output.ends_with(".bin");
}

void write_file(const Embeddings& vectors, const std::string& path, const WriteOptions& options) {
  const WriteResult written = write_vectors(vectors, path, options);
  for (const std::string& word : written.left_out)
    fmt::print(stderr, "\"{}\" cannot be written as {}: left out\n", printable(word),
               enum_name(written.format));
}

void run_skipgram(SkipgramArguments& arguments) {
  WriteOptions write;
  write.repair = true;  // after all that work, a word that no file can hold is no reason to stop
  write.threads = arguments.options.threads;
  write.progress = arguments.options.progress = terminal_progress();
  check_skipgram(arguments, write);
  arguments.options.excluded = read_words(arguments.exclude);
  const SkipgramResult result = train_skipgram(arguments.corpus, arguments.options);
  if (writes_model(arguments)) {
    write_fasttext_model(*result.model, arguments.output);
  } else {
    write_file(result.vectors, arguments.output, write);
    if (result.model)
      fmt::print(stderr, "the n-grams are left out: only fastText's format holds them (.bin)\n");
  }
  if (!arguments.contexts.empty()) write_file(result.contexts, arguments.contexts, write);
  report_not_found(arguments.exclude, result.summary.excluded, "does not occur in the text",
                   "do not occur in the text");
  print_hints(result.summary.hints);
  (arguments.json ? print_skipgram_json : print_skipgram)(arguments, result);
}

}  // namespace

void add_skipgram(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<SkipgramArguments>();
  const Command command = parent.add_command("skipgram", "Train word vectors on a corpus");
  command.footer(R"(
Skip-gram with negative sampling. The text has a sentence, paragraph or document per line, plain or
compressed. The vectors are the same for any number of threads. The file name selects the format:
.vec, .bin (word2vec's), .safetensors or .oovec (native), otherwise word2vec text. With --subwords,
.bin is a fastText model, the only format in which unseen words have vectors from their n-grams.

Examples:
  oovec skipgram --corpus wiki.txt.zst -o wiki.safetensors
  oovec skipgram --corpus 'posts/*.jsonl.gz' --jsonl body --dimension 300 -o posts.vec
  oovec skipgram --corpus wiki.txt.zst --subwords 3-6 -o wiki.bin
)");
  command
      .add_files("--corpus", arguments->corpus,
                 "Text files or globs, one or several; -: standard input.")
      .required();
  command
      .add_output("-o,--output", arguments->output,
                  "Vectors to write, the most frequent word first.")
      .required();
  command.add_output("--context-vectors", arguments->contexts,
                     "Also write the vectors of words as contexts.");
  command.add_file("--exclude", arguments->exclude,
                   "List of words to leave out of the text, one per line.");
  add_fields(command, arguments->options);
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { run_skipgram(*arguments); });
}

}  // namespace oovec::cli
