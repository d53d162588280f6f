#include "oovec/train/checkpoint.h"

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/metadata.h"

namespace oovec::inline train {
namespace {

constexpr const char* format_name = "oovec-checkpoint";
constexpr const char* format_version = "1";
constexpr const char* remedy = "remove it to begin anew";

// Names every number of the state, for writing and for reading. Numbers are written with as many
// digits as it takes to read the same ones back.
template <class State, class Visitor>
void visit_state(State& state, const Visitor& field) {
  field("epoch", state.epoch);
  field("batch", state.batch);
  field("loss", state.loss.sum);
  field("instances", state.loss.instances);
  for (std::size_t i = 0; i < state.done.size(); ++i) {
    field(fmt::format("epoch {} loss", i + 1), state.done[i].loss);
    if (state.done[i].score) field(fmt::format("epoch {} score", i + 1), *state.done[i].score);
  }
}

// As many empty results as the metadata has, for visit_state() to fill.
std::vector<EpochResult> prepare_results(const TensorFile& file, std::uint32_t epochs) {
  std::vector<EpochResult> done;
  for (std::uint32_t i = 1; i <= epochs; ++i) {
    if (!file.metadata().contains(fmt::format("epoch {} loss", i))) break;
    done.push_back({i, 0, std::nullopt, {}});
    if (file.metadata().contains(fmt::format("epoch {} score", i))) done.back().score = 0;
  }
  return done;
}

void check_identity(const TensorFile& file, const TrainIdentity& identity) {
  for (const auto& [name, value] : identity) {
    const auto found = file.metadata().find("of " + name);
    const std::string other = found == file.metadata().end() ? "nothing" : found->second;
    if (other != value)
      throw Error(ErrorKind::usage,
                  fmt::format("{}: a checkpoint of another training: its {} is {}, not {}; use the "
                              "same inputs and options, or {}",
                              file.path(), name, other, value, remedy));
  }
}

}  // namespace

void write_checkpoint(const std::string& path, const TrainIdentity& identity,
                      const TrainState& state, Learner& learner) {
  std::map<std::string, std::string> metadata = {{"format", format_name},
                                                 {"version", format_version}};
  for (const auto& [name, value] : identity) metadata["of " + name] = value;
  visit_state(state, [&](const std::string& name, const auto& value) {
    metadata[name] = fmt::format("{}", value);
  });
  TensorFileWriter writer(std::move(metadata));
  learner.save(writer);
  writer.write(path, 1, nullptr);
}

TrainState read_checkpoint(const std::string& path, const TrainIdentity& identity,
                           Learner& learner) {
  const TensorFile file(path);
  const MetadataReader metadata(file, remedy);
  metadata.check_format(format_name, format_version, "a checkpoint");
  check_identity(file, identity);
  TrainState state;
  metadata.number("epoch", state.epoch);
  state.done = prepare_results(file, state.epoch);
  visit_state(state, [&](const std::string& name, auto& value) { metadata.number(name, value); });
  learner.restore(file);
  return state;
}

}  // namespace oovec::inline train
