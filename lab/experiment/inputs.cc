#include "lab/experiment/inputs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "lab/experiment/files.h"
#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/io/json.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

std::uint64_t hash_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw io_error("cannot open " + path, errno);
  std::vector<char> block(1 << 20);
  std::uint64_t hash = 0;
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
    hash = hash64(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())), hash);
  if (file.bad()) throw io_error("cannot read " + path, errno);
  return hash;
}

std::vector<std::string> files_in(const std::string& folder) {
  constexpr int deepest = 8;  // links may lead in circles
  std::vector<std::string> paths;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::follow_directory_symlink);
  for (; entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry.depth() >= deepest) entry.disable_recursion_pending();
    if (entry->is_regular_file()) paths.push_back(entry->path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

Inputs::Inputs(std::string memory) : memory_path_(std::move(memory)), memory_(Json::object()) {
  if (!fs::exists(memory_path_)) return;
  Json known = parse_json<Json>(read_text(memory_path_), memory_path_);
  if (known.is_object()) memory_ = std::move(known);
}

InputFile Inputs::look_at(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) throw io_error("cannot open " + path, error.value());
  const auto time = fs::last_write_time(path).time_since_epoch().count();
  const std::string key = fs::absolute(path).lexically_normal().string();
  Json& known = memory_[key];
  if (!known.is_object() || known.value("size", Json()) != size ||
      known.value("time", Json()) != time || !known.value("hash", Json()).is_number_unsigned())
    known = {{"size", size}, {"time", time}, {"hash", hash_file(path)}};
  return {"", path, size, known["hash"].get<std::uint64_t>()};
}

std::uint64_t Inputs::add(const std::string& role, const std::string& path) {
  InputFile input{role, path, 0, 0};
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    for (const std::string& file : files_in(path)) {
      const InputFile part = look_at(file);
      input.size += part.size;
      const std::string name = fs::path(file).lexically_relative(path).string();
      input.fingerprint = hash64(name + '/' + to_hex(part.fingerprint), input.fingerprint);
    }
  } else {
    input = look_at(path);
    input.role = role;
  }
  files_.push_back(input);
  return input.fingerprint;
}

std::uint64_t Inputs::add(const std::string& role, const std::vector<std::string>& paths) {
  std::uint64_t all = 0;
  for (const std::string& path : paths) all = hash64(to_hex(add(role, path)), all);
  return all;
}

void Inputs::remember() const { write_json(memory_path_, memory_); }

std::string to_hex(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

std::uint64_t fingerprint_of(const Json& value) { return hash64(value.dump()); }

}  // namespace oovec::lab
