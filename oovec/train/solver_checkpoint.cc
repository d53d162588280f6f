#include "oovec/train/solver_checkpoint.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "oovec/io/metadata.h"
#include "oovec/io/tensor_reader.h"
#include "oovec/train/checkpoint.h"

namespace oovec::inline train {
namespace {

constexpr const char* solver_format_version = "1";

}  // namespace

SolverState::SolverState(std::size_t ngram_count, std::size_t k)
    : done((k + FormRidge::width - 1) / FormRidge::width), ngrams(k) {
  const std::vector<float> zeros(k);
  for (std::size_t i = 0; i < ngram_count; ++i) ngrams.append(zeros);
}

std::size_t SolverState::groups_done() const {
  return static_cast<std::size_t>(std::ranges::count(done, true));
}

std::size_t SolverState::components_done() const {
  return std::min(groups_done() * FormRidge::width, ngrams.columns());
}

void SolverState::set_group(std::size_t group, const FormRidge::Rows& rows) {
  const std::size_t k = ngrams.columns(), first = group * FormRidge::width;
  const std::size_t columns = std::min(FormRidge::width, k - first);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::copy_n(rows[i].begin(), columns, ngrams.values().subspan(i * k + first).begin());
  done[group] = true;
}

void write_solver_checkpoint(const std::string& path,
                             const std::map<std::string, std::string>& identity,
                             const SolverState& state) {
  std::map<std::string, std::string> metadata = {{"format", solver_checkpoint_format},
                                                 {"version", solver_format_version},
                                                 {"ridge", fmt::format("{}", state.ridge)}};
  add_identity(identity, metadata);
  TensorFileWriter writer(std::move(metadata));
  const std::vector<char> done = pack_bits(state.done);
  writer.add<char>("done", {done.size()}, done);
  writer.add<float>("ngrams", {state.ngrams.rows(), state.ngrams.columns()}, state.ngrams.values());
  writer.write(path, 1, nullptr);
}

void read_solver_checkpoint(const std::string& path,
                            const std::map<std::string, std::string>& identity,
                            SolverState& state) {
  const TensorFile file(path);
  const MetadataReader metadata(file, checkpoint_remedy);
  refuse_other_checkpoint(file, solver_checkpoint_format);
  metadata.check_format(solver_checkpoint_format, solver_format_version,
                        "a checkpoint of this kind of model");
  check_identity(file, identity);
  metadata.number("ridge", state.ridge);
  if (!(state.ridge >= 0) || !std::isfinite(state.ridge)) metadata.refuse("ridge");
  const TensorReader tensors(file, checkpoint_remedy);
  state.done = tensors.bits("done", state.done.size());
  const std::vector<float> ngrams = tensors.numbers("ngrams", state.ngrams.values().size());
  std::ranges::copy(ngrams, state.ngrams.values().begin());
}

}  // namespace oovec::inline train
