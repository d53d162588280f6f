// oovec index …: contexts of words from a corpus.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"

namespace oovec::cli {
namespace {

Json summary_json(const std::string& file, const IndexSummary& summary) {
  const IndexSettings& settings = summary.settings;
  Json tokens = {{"total", summary.totals.tokens.total()}};
  for (std::size_t i = 0; i < summary.totals.tokens.count.size(); ++i)
    tokens[std::string(enum_name(static_cast<Match>(i)))] = summary.totals.tokens.count[i];
  return {{"file", file},
          {"lines", summary.totals.lines},
          {"bad_lines", summary.totals.bad_lines},
          {"sentences", summary.totals.sentences},
          {"tokens", tokens},
          {"sentences_kept", summary.sentences_kept},
          {"words", settings.vectors_size},
          {"words_seen", summary.targets_seen},
          {"novel_words", summary.novel_words},
          {"tokenizer", enum_name(settings.tokenizer)},
          {"lowercase", settings.lowercase},
          {"per_word", settings.per_word},
          {"max_tokens", settings.max_tokens},
          {"novel_min", settings.novel_min},
          {"seed", settings.seed},
          {"vectors_fingerprint", fmt::format("{:016x}", settings.vectors_fingerprint)}};
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_summary(const std::string& file, const IndexSummary& summary, bool json) {
  if (json) return print_json(summary_json(file, summary));
  const MatchCounts& tokens = summary.totals.tokens;
  fmt::print("index      {}\n", printable(file));
  fmt::print("text       {} lines, {} sentences, {} tokens\n", with_commas(summary.totals.lines),
             with_commas(summary.totals.sentences), with_commas(tokens.total()));
  fmt::print("coverage   {:.1f} % of tokens have a vector\n",
             percent(tokens.total() - tokens[Match::none], tokens.total()));
  for (std::size_t i = 0; i < tokens.count.size(); ++i)
    fmt::print("           {:5.1f} % {}\n", percent(tokens.count[i], tokens.total()),
               enum_name(static_cast<Match>(i)));
  fmt::print("words      {} of {} seen\n", with_commas(summary.targets_seen),
             with_commas(summary.settings.vectors_size));
  fmt::print("novel      {} words without a vector\n", with_commas(summary.novel_words));
  fmt::print("kept       {} sentences, at most {} a word\n", with_commas(summary.sentences_kept),
             summary.settings.per_word);
  fmt::print("settings   tokenizer {}, lower-casing {}, {} tokens to either side, seed {}\n",
             enum_name(summary.settings.tokenizer), summary.settings.lowercase ? "on" : "off",
             summary.settings.max_tokens, summary.settings.seed);
  if (summary.totals.bad_lines > 0)
    fmt::print(stderr, "{} lines were passed over: not UTF-8 or not as asked for\n",
               with_commas(summary.totals.bad_lines));
}

struct BuildArguments {
  std::string vectors;
  std::vector<std::string> corpus;
  std::string output;
  std::string words;
  IndexOptions options;
  bool json = false;
};

// There is only one standard input.
void check_inputs(const BuildArguments& arguments) {
  std::vector<std::string> inputs = arguments.corpus;
  inputs.push_back(arguments.vectors);
  inputs.push_back(arguments.words);
  if (std::count(inputs.begin(), inputs.end(), "-") > 1)
    throw Error(ErrorKind::usage,
                "vectors, corpus and words cannot both come from standard input; name a file");
}

void build(BuildArguments& arguments) {
  check_inputs(arguments);
  ReadOptions read;
  read.progress = arguments.options.progress = terminal_progress();
  read.threads = arguments.options.threads;
  WordsArguments words;
  words.words_file = arguments.words;
  for_each_word(words, [&](const std::string& word) { arguments.options.words.push_back(word); });
  const Embeddings vectors = read_vectors(arguments.vectors, read).embeddings;
  const IndexSummary summary =
      index_corpus(vectors, arguments.corpus, arguments.output, arguments.options);
  print_summary(arguments.output, summary, arguments.json);
}

void add_merge(CLI::App& parent) {
  struct Arguments {
    std::vector<std::string> files;
    std::string output;
    int threads = 0;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = parent.add_subcommand("merge", "Merge indexes made with the same settings");
  command->footer(
      "The result is, to the byte, the index of all their corpora together.\n\n"
      "Example:\n  oovec index merge monday.ctx tuesday.ctx -o week.ctx");
  command->add_option("FILE", arguments->files, "indexes")->required();
  command->add_option("-o,--output", arguments->output, "index to write")
      ->required()
      ->type_name("FILE");
  add_number(*command, "--threads", arguments->threads, "threads to use, 0 for one per core",
             at_least(0));
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments] {
    print_summary(arguments->output,
                  merge_index_files(arguments->files, arguments->output, arguments->threads),
                  arguments->json);
  });
}

void add_info(CLI::App& parent) {
  struct Arguments {
    std::string file;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = parent.add_subcommand("info", "Show what an index holds");
  command->footer("Example:\n  oovec index info wiki.ctx");
  command->add_option("FILE", arguments->file, "index")->required();
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments] {
    const ContextIndex index(arguments->file);
    print_summary(arguments->file, summarize(index.view()), arguments->json);
  });
}

struct ShowArguments {
  std::string file;
  std::string word;
  std::size_t count = 5;
  bool json = false;
};

// The words of a context; those without a vector are not kept in an index.
std::vector<std::string> words_of(const Context& context, const ContextIndex& index,
                                  const std::string& target) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < context.tokens.size(); ++i) {
    if (i == context.position)
      words.push_back(target);
    else
      words.emplace_back(context.tokens[i] == 0 ? "…" : index.word(context.tokens[i] - 1));
  }
  return words;
}

int show(const ShowArguments& arguments) {
  const ContextIndex index(arguments.file);
  const auto target = index.find(arguments.word);
  if (!target) {
    fmt::print(stderr, "oovec: \"{}\" is not in {}\n", printable(arguments.word),
               printable(arguments.file));
    return exit_negative;
  }
  const std::size_t contexts = index.contexts(*target);
  const std::size_t shown = std::min(arguments.count, contexts);
  Json json = {{"word", arguments.word}, {"count", index.count(*target)}, {"contexts", contexts}};
  if (!arguments.json)
    fmt::print("{}: seen {} times, {} sentences kept\n", printable(arguments.word),
               with_commas(index.count(*target)), with_commas(contexts));
  for (std::size_t i = 0; i < shown; ++i) {
    const Context context = index.context(*target, i);
    std::vector<std::string> words = words_of(context, index, arguments.word);
    if (arguments.json) {
      json["sentences"].push_back({{"words", words}, {"position", context.position}});
      continue;
    }
    words[context.position] = "[" + words[context.position] + "]";
    fmt::print("  {}\n", printable(fmt::format("{}", fmt::join(words, " "))));
  }
  if (arguments.json) print_json(json);
  return exit_ok;
}

void add_show(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<ShowArguments>();
  CLI::App* command = parent.add_subcommand("show", "Show a word's count and sampled sentences");
  command->footer(
      "Words without a vector appear as … Exit code 1 if the word is not in the index.\n\n"
      "Example:\n  oovec index show wiki.ctx grapefruit -n 3");
  command->add_option("FILE", arguments->file, "index")->required();
  command->add_option("WORD", arguments->word, "word")->required();
  add_number(*command, "-n", arguments->count, "sentences to show", at_least(0));
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments, &exit_code] { exit_code = show(*arguments); });
}

}  // namespace

void add_index(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<BuildArguments>();
  CLI::App* command = parent.add_subcommand("index", "Sample the contexts of words from a corpus");
  command->footer(
      "Reads the corpus once. Text is a paragraph, document or sentence per line, plain or\n"
      "compressed; the index is the same for any number of threads and any order of files.\n\n"
      "Examples:\n"
      "  oovec index --vectors glove.txt --corpus wiki.txt.zst -o wiki.ctx\n"
      "  oovec index --vectors glove.txt --corpus 'posts/*.gz' --jsonl body --novel-min 5 -o "
      "p.ctx");
  const auto add = [&](const char* name, auto& value, const char* help) {
    return command->add_option(name, value, help)->type_name("FILE");
  };
  auto* vectors = add("--vectors", arguments->vectors, "vectors file");
  auto* corpus = add("--corpus", arguments->corpus, "files or globs of text, - for standard input");
  auto* output = add("-o,--output", arguments->output, "index to write (.ctx)");
  add("--words", arguments->words, "file of words without a vector to index, one per line");
  add_fields(*command, arguments->options);
  command->add_flag("--json", arguments->json, "print JSON");
  command->require_subcommand(0, 1);
  add_merge(*command);
  add_show(*command, exit_code);
  add_info(*command);
  command->callback([arguments, command, vectors, corpus, output] {
    if (!command->get_subcommands().empty()) return;
    for (const CLI::Option* needed : {vectors, corpus, output})
      if (needed->count() == 0) throw CLI::RequiredError(needed->get_name());
    build(*arguments);
  });
}

}  // namespace oovec::cli
