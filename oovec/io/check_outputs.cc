#include "oovec/io/check_outputs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "oovec/base/error.h"
#include "oovec/io/temporary.h"

namespace oovec::inline io {
namespace {

namespace fs = std::filesystem;

bool is_standard_stream(const std::string& path) { return path == "-" || path == "/dev/stdout"; }

fs::file_type type_of(const fs::path& path) {
  std::error_code unreachable;
  return fs::status(path, unreachable).type();
}

// A name that is the same for all names of a file, whether it is there yet or not.
fs::path place_of(const std::string& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(follow_links(path), ignored), ignored);
}

bool is_same_place(const std::string& one, const std::string& other) {
  std::error_code absent;
  return fs::equivalent(one, other, absent) || place_of(one) == place_of(other);
}

// Whether the file is in the folder, or in one below it.
bool is_within(const std::string& file, const std::string& folder) {
  const fs::path inner = place_of(file), outer = place_of(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// Pipes and devices hold nothing that could be lost.
bool holds_data(const PlannedOutput& output) {
  if (is_standard_stream(output.path)) return false;
  const fs::file_type type = type_of(output.path);
  return type == fs::file_type::regular || type == fs::file_type::directory ||
         type == fs::file_type::not_found;
}

void check_against_inputs(const PlannedOutput& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (input.empty() || input == "-") continue;
    if (is_same_place(output.path, input))
      throw Error(
          ErrorKind::usage,
          output.path + " is an input, and would be replaced: choose another name for the output");
    if (output.kind != OutputKind::folder && type_of(input) == fs::file_type::directory &&
        is_within(output.path, input))
      throw Error(ErrorKind::usage, output.path + " lies in the folder " + input +
                                        ", which is read: choose another place for the output");
  }
}

// Whether both go to the same file, or both to standard output.
bool collide(const PlannedOutput& one, const PlannedOutput& other) {
  if (is_standard_stream(one.path) || is_standard_stream(other.path))
    return is_standard_stream(one.path) && is_standard_stream(other.path);
  return holds_data(one) && holds_data(other) && is_same_place(one.path, other.path);
}

void require_access(const std::string& path, int mode, const std::string& named) {
  if (::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) != 0)
    throw io_error("cannot write " + named, errno);
}

// The folder, or the nearest one above that there is.
void check_folder(const std::string& folder) {
  fs::path nearest = place_of(folder);
  while (type_of(nearest) == fs::file_type::not_found && nearest.has_relative_path())
    nearest = nearest.parent_path();
  if (type_of(nearest) != fs::file_type::directory)
    throw io_error("cannot write the folder " + folder + ": " + nearest.string(), ENOTDIR);
  require_access(nearest.string(), W_OK | X_OK, "the folder " + folder);
}

}  // namespace

void check_writable(const PlannedOutput& output) {
  const std::string& path = output.path;
  if (is_standard_stream(path)) return;
  if (output.kind == OutputKind::folder) return check_folder(path);
  switch (type_of(path)) {
    case fs::file_type::directory:
      throw io_error("cannot write " + path, EISDIR);
    case fs::file_type::regular:
      if (output.kind == OutputKind::log) return require_access(path, W_OK, path);
      break;
    case fs::file_type::not_found:
      break;
    case fs::file_type::none: {  // its folder cannot be searched, or the name is too long
      struct stat status {};
      if (::stat(path.c_str(), &status) != 0) throw io_error("cannot write " + path, errno);
      break;
    }
    default:
      return require_access(path, W_OK, path);
  }
  const Temporary attempt(path);
}

void check_outputs(const std::vector<PlannedOutput>& outputs,
                   const std::vector<std::string>& inputs) {
  std::vector<PlannedOutput> seen;
  seen.reserve(outputs.size());
  for (const PlannedOutput& output : outputs) {
    if (output.path.empty()) continue;
    if (holds_data(output)) check_against_inputs(output, inputs);
    if (std::ranges::any_of(seen, [&](const auto& other) { return collide(output, other); }))
      throw Error(ErrorKind::usage,
                  output.path + " would be written twice: every output needs a file of its own");
    seen.push_back(output);
  }
  for (const PlannedOutput& output : seen) check_writable(output);
}

}  // namespace oovec::inline io
