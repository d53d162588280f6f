// The folder of an experiment: files, each made by a step, and notes of what each was made from, so
// that a step is not done again unless something it depends on has changed.
//
//   DIR/report.html …           results
//   DIR/work/…                  what steps leave for later ones: contexts, models, figures
//   DIR/work/steps/….json       the notes
#pragma once

#include <cstdint>
#include <string>

namespace oovec::lab {

struct WorkStep {
  std::string file;           // that it makes, within the folder
  std::uint64_t fingerprint;  // of all that it is made from
};

class Workspace {
 public:
  explicit Workspace(std::string folder);

  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  std::string path(const WorkStep& step) const { return path(step.file); }

  // Whether the file is there, complete, and made from just that.
  bool is_done(const WorkStep& step) const;

  // Notes that the file is being made. What another attempt left is kept if it can be gone on
  // with: if it was made from the same; else it is removed.
  void begin(const WorkStep& step) const;

  // Notes that it is done, or stopped, after so long.
  void end(const WorkStep& step, double seconds, bool is_done) const;

  // Removes a file that a step has made, or begun to make, if there is one.
  void remove(const std::string& file) const;

  // Removes what was begun of a file, if it is not done.
  void abandon(const WorkStep& step) const;

  // How long a step took, with all the times that it was stopped.
  double seconds(const WorkStep& step) const;

 private:
  std::string note_path(const std::string& file) const;
  bool is_noted(const WorkStep& step, bool done) const;

  std::string folder_;
};

}  // namespace oovec::lab
