#include "lab/experiment/workspace.h"

#include <algorithm>
#include <filesystem>

#include "lab/experiment/files.h"
#include "lab/experiment/inputs.h"
#include "oovec/base/error.h"
#include "oovec/io/json.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* notes_folder = "work/steps";

// An invalid note counts as none.
Json read_note(const std::string& path) {
  if (!fs::exists(path)) return {};
  Json note = parse_json<Json>(read_text(path), path);
  return note.is_object() ? note : Json();
}

Json make_note(const WorkStep& step, bool done) {
  return {{"fingerprint", to_hex(step.fingerprint)}, {"done", done}};
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw io_error("cannot make the folder " + path.string(), error.value());
}

// With what training leaves beside it.
void remove_files(const std::string& path) {
  for (const char* suffix : {"", ".checkpoint", ".best"}) fs::remove(path + suffix);
}

}  // namespace

Workspace::Workspace(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) throw Error(ErrorKind::usage, "the folder for results has no name");
  make_folder(path(notes_folder));
}

std::string Workspace::note_path(const std::string& file) const {
  std::string name = file;
  std::replace(name.begin(), name.end(), '/', '_');
  return path(notes_folder) + "/" + name + ".json";
}

bool Workspace::is_noted(const WorkStep& step, bool done) const {
  const Json note = read_note(note_path(step.file));
  return note.is_object() && note.value("fingerprint", Json()) == to_hex(step.fingerprint) &&
         note.value("done", Json()) == done;
}

bool Workspace::is_done(const WorkStep& step) const {
  return fs::exists(path(step)) && is_noted(step, true);
}

void Workspace::begin(const WorkStep& step) const {
  make_folder(fs::path(path(step)).parent_path());
  if (is_noted(step, false)) return;
  remove_files(path(step));
  write_json(note_path(step.file), make_note(step, false));
}

void Workspace::end(const WorkStep& step, double seconds, bool is_done) const {
  Json note = make_note(step, is_done);
  note["seconds"] = this->seconds(step) + seconds;
  write_json(note_path(step.file), note);
}

void Workspace::remove(const std::string& file) const {
  if (!fs::exists(note_path(file))) return;
  remove_files(path(file));
  fs::remove(note_path(file));
}

void Workspace::abandon(const WorkStep& step) const {
  if (!is_done(step)) remove(step.file);
}

double Workspace::seconds(const WorkStep& step) const {
  const Json note = read_note(note_path(step.file));
  const Json seconds = note.is_object() ? note.value("seconds", Json()) : Json();
  return seconds.is_number() ? seconds.get<double>() : 0;
}

}  // namespace oovec::lab
