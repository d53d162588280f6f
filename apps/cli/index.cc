// oovec index --vectors V --corpus FILE… -o OUT: contexts of words from a corpus.
#include <algorithm>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/index_summary.h"
#include "apps/cli/inputs.h"
#include "apps/cli/options.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "oovec/base/error.h"
#include "oovec/text/language.h"

namespace oovec::cli {
namespace {

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
  (void)canonical_language(arguments.options.text.language);  // or it throws, before much is read
  arguments.options.progress = terminal_progress();
  arguments.options.words = read_words(arguments.words);
  const auto vectors = read_shown(arguments.vectors, arguments.options.threads);
  const IndexSummary summary =
      index_corpus(*vectors, arguments.corpus, arguments.output, arguments.options);
  print_summary(arguments.output, summary, arguments.json);
}

}  // namespace

void add_index(Command parent, int& exit_code) {
  auto arguments = std::make_shared<BuildArguments>();
  const Command command = parent.add_command("index", "Sample the contexts of words from a corpus");
  command.footer(
      "Reads the corpus once. Text is a paragraph, document or sentence per line, in UTF-8 or\n"
      "UTF-16, plain or compressed; the index is the same for any number of threads and any order\n"
      "of files.\n\n"
      "Examples:\n"
      "  oovec index --vectors glove.txt --corpus wiki.txt.zst -o wiki.ctx\n"
      "  oovec index --vectors glove.txt --corpus posts.jsonl.gz --jsonl body --novel-min 5 -o "
      "posts.ctx\n"
      "  oovec index --vectors glove.txt --corpus posts.csv --csv body --words terms.txt -o p.ctx");
  const Option vectors = command.add_file("--vectors", arguments->vectors, "vectors file");
  const Option corpus = command.add_files("--corpus", arguments->corpus,
                                          "texts, several or globs, - for standard input");
  const Option output = command.add_output("-o,--output", arguments->output, "index to write");
  command.add_file("--words", arguments->words,
                   "words to index too, one per line; of one token or several");
  add_fields(command, arguments->options);
  command.add_flag("--json", arguments->json, "print JSON");
  command.allow_command();
  add_index_merge(command, exit_code);
  add_index_info(command, exit_code);
  add_index_show(command, exit_code);
  command.on_run([arguments, command, vectors, corpus, output] {
    if (command.has_command()) return;
    for (const Option& needed : {vectors, corpus, output}) needed.check_given();
    build(*arguments);
  });
}

}  // namespace oovec::cli
