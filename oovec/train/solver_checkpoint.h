// The state of a solver, and the file that stores it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "oovec/train/form_ridge.h"
#include "oovec/vectors/matrix.h"

namespace oovec::inline train {

struct SolverState {
  double ridge = 0;        // λ; 0: not yet chosen
  std::vector<bool> done;  // per group of FormRidge::width components
  Matrix ngrams;           // a vector per n-gram; components of groups not yet done are 0

  SolverState(std::size_t ngram_count, std::size_t k);

  std::size_t groups_done() const;
  std::size_t components_done() const;
  void set_group(std::size_t group, const FormRidge::Rows& rows);
};

// `identity` names what the training consists of; only the same training can be resumed.
void write_solver_checkpoint(const std::string& path,
                             const std::map<std::string, std::string>& identity,
                             const SolverState& state);

// Throws Error(usage) that names the difference if the checkpoint is of another training.
void read_solver_checkpoint(const std::string& path,
                            const std::map<std::string, std::string>& identity, SolverState& state);

}  // namespace oovec::inline train
