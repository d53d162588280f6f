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
  command.footer(R"(
Reads the corpus once, and counts and samples the sentences of every word of the vectors. The text
has a sentence, paragraph or document per line, in UTF-8 or UTF-16, plain or compressed. The index
is the same for any number of threads and any order of files.

Examples:
  oovec index --vectors glove.txt --corpus wiki.txt.zst -o wiki.ctx
  oovec index --vectors glove.txt --corpus posts.jsonl.gz --jsonl body --novel-min 5 -o posts.ctx
  oovec index --vectors glove.txt --corpus posts.csv --csv body --words terms.txt -o p.ctx
)");
  const Option vectors =
      command.add_file("--vectors", arguments->vectors, "Vectors file, in any format.");
  const Option corpus = command.add_files(
      "--corpus", arguments->corpus, "Text files or globs, one or several; -: standard input.");
  const Option output = command.add_output("-o,--output", arguments->output, "Index to write.");
  command.add_file("--words", arguments->words,
                   "List of words to index as well, one per line, of one or several tokens.");
  add_fields(command, arguments->options);
  command.add_flag("--json", arguments->json, "Print JSON.");
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
