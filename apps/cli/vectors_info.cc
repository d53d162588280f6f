// oovec vectors info FILE: what a vectors file holds.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/print.h"
#include "apps/cli/vectors_arguments.h"
#include "oovec/vectors/subwords.h"

namespace oovec::cli {
namespace {

constexpr std::size_t words_shown = 5;

std::vector<std::string> first_words(const Embeddings& vectors) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(words_shown, vectors.size()); ++i)
    words.emplace_back(vectors.word(i));
  return words;
}

void run_vectors_info(const VectorsArguments& arguments) {
  const ReadResult result = read_vectors(arguments.file, arguments.read);
  const Embeddings& vectors = result.embeddings;
  const std::vector<std::string> words = first_words(vectors);
  if (arguments.json) {
    print_json({{"file", arguments.file},
                {"format", enum_name(result.format)},
                {"compression", enum_name(result.compression)},
                {"words", vectors.size()},
                {"dimension", vectors.dimension()},
                {"mapped", vectors.mapped()},
                {"numbers", enum_name(vectors.row_type())},
                {"subwords", vectors.subwords() != nullptr},
                {"problems", result.problems.size()},
                {"first_words", words}});
    return;
  }
  fmt::print("file       {}\n", printable(arguments.file));
  fmt::print("format     {}{}\n", enum_name(result.format),
             result.compression == Compression::none
                 ? ""
                 : fmt::format(", compressed with {}", enum_name(result.compression)));
  fmt::print("words      {}\n", with_commas(vectors.size()));
  fmt::print("dimension  {}\n", vectors.dimension());
  fmt::print("memory     {}\n", vectors.mapped() ? "mapped from the file" : "read into memory");
  fmt::print("numbers    {}\n", enum_name(vectors.row_type()));
  fmt::print("unseen     {}\n", vectors.subwords() ? "vectors from character n-grams"
                                                   : "no vectors for words that are not listed");
  fmt::print("begins     {}\n", printable(fmt::format("{}", fmt::join(words, "  "))));
  print_problems(arguments.file, result.problems);
}

}  // namespace

void add_vectors_info(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<VectorsArguments>();
  const Command command = parent.add_command("info", "Show what a vectors file contains");
  command.footer(R"(
Example:
  oovec vectors info glove.txt
)");
  add_vectors_arguments(command, *arguments);
  command.on_run([arguments] { run_vectors_info(*arguments); });
}

}  // namespace oovec::cli
