// The state of an interrupted training, as a file.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "oovec/io/tensor_file.h"
#include "oovec/train/learner.h"
#include "oovec/train/monitor.h"

namespace oovec::inline train {

// The progress of candidates that learn together, besides the state of their learners.
struct Checkpoint {
  explicit Checkpoint(std::size_t candidates) : losses(candidates), done(candidates) {}

  std::uint32_t epoch = 0;                     // counted from 0
  std::uint64_t batch = 0;                     // the next of it
  std::vector<Loss> losses;                    // per candidate, of this epoch so far
  std::vector<std::vector<EpochResult>> done;  // per candidate, earlier epochs
};

constexpr const char* checkpoint_remedy = "remove it to begin anew";

inline constexpr const char* checkpoint_format = "oovec-checkpoint";     // of learning by epochs
inline constexpr const char* solver_checkpoint_format = "oovec-solver";  // of solving

// Throws Error(usage) if the file is a checkpoint of the other kind.
void refuse_other_checkpoint(const TensorFile& file, const std::string& wanted);

// Writes an identity into the metadata of a checkpoint, and throws Error(usage) that names the
// difference if a file's is another.
void add_identity(const std::map<std::string, std::string>& identity,
                  std::map<std::string, std::string>& metadata);
void check_identity(const TensorFile& file, const std::map<std::string, std::string>& identity);

// `identity` names what the training consists of: inputs, options, candidates. Only the same
// training can be resumed.
void write_checkpoint(const std::string& path, const std::map<std::string, std::string>& identity,
                      const Checkpoint& checkpoint, std::deque<Learner>& learners);

// Throws Error(usage) that names the difference if the checkpoint is of another training.
[[nodiscard]] Checkpoint read_checkpoint(const std::string& path,
                                         const std::map<std::string, std::string>& identity,
                                         std::deque<Learner>& learners);

}  // namespace oovec::inline train
