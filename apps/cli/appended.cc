#include "apps/cli/appended.h"

#include <filesystem>
#include <system_error>

#include "oovec/io/check_outputs.h"

namespace oovec::cli {

void add_appended_output(Command command, std::string& output, std::string& vectors) {
  command.add_option("-o,--output", output, "Vectors to write; -: standard output.")
      .type("FILE")
      .required();
  command.writes([&output, &vectors] {
    std::error_code absent;
    const bool is_folder = std::filesystem::is_directory(vectors, absent);
    return PlannedOutput{output, is_folder ? OutputKind::folder : OutputKind::file};
  });
  command  // which the output may replace
      .add_option("--vectors", vectors, "Vectors file or model2vec directory whose rows to keep.")
      .type("FILE");
}

}  // namespace oovec::cli
