// The folder of an experiment. Each file is made by a step, and a note records what it was made
// from, so a step is repeated only if something it depends on has changed.
//
//   DIR/report.html …           results
//   DIR/work/…                  intermediate files: contexts, models, metrics
//   DIR/work/steps/….json       the notes
#pragma once

#include <cstdint>
#include <string>

namespace oovec::lab {

struct WorkStep {
  std::string file;           // the file that the step makes, relative to the folder
  std::uint64_t fingerprint;  // of everything that the file is made from
};

class Workspace {
 public:
  explicit Workspace(std::string folder);

  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  std::string path(const WorkStep& step) const { return path(step.file); }

  // Whether the file exists, is complete, and was made from the same inputs.
  bool is_done(const WorkStep& step) const;

  // Records that the file is being made. What an earlier attempt left is kept if it was made from
  // the same inputs, so that it can be resumed, and removed otherwise.
  void begin(const WorkStep& step) const;

  // Records that the step is done, or was stopped, after this time.
  void end(const WorkStep& step, double seconds, bool is_done) const;

  // Removes the file of a step, complete or not, if there is one.
  void remove(const std::string& file) const;

  // Removes the file of a step unless the step is done.
  void abandon(const WorkStep& step) const;

  // The time that a step took, including the runs in which it was stopped.
  double seconds(const WorkStep& step) const;

 private:
  std::string note_path(const std::string& file) const;
  bool is_noted(const WorkStep& step, bool done) const;

  std::string folder_;
};

}  // namespace oovec::lab
