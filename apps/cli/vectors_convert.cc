// oovec vectors convert IN OUT: vectors from one format to another.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/writer.h"

namespace oovec::cli {
namespace {

struct VectorsConvertArguments {
  std::string in;
  std::string out;
  ReadOptions read;
  WriteOptions write;
  bool repair = false;
  bool json = false;
};

void print_vectors_convert_json(const VectorsConvertArguments& arguments, const ReadResult& read,
                                const WriteResult& written) {
  print_json({{"in", arguments.in},
              {"in_format", enum_name(read.format)},
              {"out", arguments.out},
              {"out_format", enum_name(written.format)},
              {"words", written.rows},
              {"dimension", read.embeddings.dimension()},
              {"problems", problems_json(read.problems)},
              {"left_out", written.left_out}});
}

void print_vectors_convert(const VectorsConvertArguments& arguments, const ReadResult& read,
                           const WriteResult& written) {
  print_problems(arguments.in, read.problems);
  for (const std::string& word : written.left_out)
    fmt::print(stderr, "\"{}\" cannot be written as {}: left out\n", printable(word),
               enum_name(written.format));
  fmt::print(stderr, "{} ({}): {}, {}",
             arguments.out == "-" ? "standard output" : printable(arguments.out),
             enum_name(written.format), counted(written.rows, "word"),
             counted(read.embeddings.dimension(), "dimension"));
  if (arguments.repair)
    fmt::print(stderr, "; {} repaired",
               counted(read.problems.size() + written.left_out.size(), "problem"));
  fmt::print(stderr, "\n");
  if (read.embeddings.subwords())
    fmt::print(
        stderr,
        "note: the n-grams for unseen words are not part of vectors formats and stay in {}\n",
        printable(arguments.in));
}

void run_vectors_convert(VectorsConvertArguments& arguments) {
  if (arguments.out == "-" && arguments.json)
    throw Error(ErrorKind::usage, "--json would mix with the vectors on standard output");
  arguments.read.progress = arguments.write.progress = terminal_progress();
  arguments.read.repair = arguments.write.repair = arguments.repair;
  arguments.write.threads = arguments.read.threads;
  (void)resolve_format(arguments.out, arguments.write);  // or it throws, before much is read
  const ReadResult read = read_vectors(arguments.in, arguments.read);
  arguments.write.source = read.format;
  const WriteResult written = write_vectors(read.embeddings, arguments.out, arguments.write);
  (arguments.json ? print_vectors_convert_json : print_vectors_convert)(arguments, read, written);
}

}  // namespace

void add_vectors_convert(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<VectorsConvertArguments>();
  const Command command = parent.add_command("convert", "Write vectors in another format");
  command.footer(R"(
The file name selects the format: .vec, .bin (word2vec's), .safetensors or .oovec (native), .jsonl
(JSON lines); any other name keeps the text format of the input. Names that end in .gz, .bz2 or
.zst are compressed.

Examples:
  oovec vectors convert glove.txt glove.safetensors
  oovec vectors convert glove.txt glove.safetensors --int8
  oovec vectors convert wiki.bin wiki.vec.gz --limit 100000
  oovec vectors convert broken.txt repaired.txt --repair
)");
  command.add_option("IN", arguments->in, "Vectors file to read; -: standard input.")
      .required();  // which OUT may replace
  command.add_output("OUT", arguments->out, "File to write; -: standard output.").required();
  add_enum(command, "--format", arguments->write.format,
           "Format to write; auto: by the name of OUT.");
  command.add_flag("--half", arguments->write.half,
                   "Store numbers in half precision (float16). Native files only.");
  command.add_flag("--int8", arguments->write.int8,
                   "Store each number in a byte, with a scale per row. Native files only.");
  add_enum(command, "--input-format", arguments->read.format,
           "Format of IN; auto: detect it from the content.");
  add_fields(command, arguments->read, {"format"});
  command.add_flag("--repair", arguments->repair,
                   "Drop or fix bad rows, and report them, instead of stopping.");
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { run_vectors_convert(*arguments); });
}

}  // namespace oovec::cli
