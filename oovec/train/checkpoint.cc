#include "oovec/train/checkpoint.h"

#include <optional>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/metadata.h"

namespace oovec::inline train {
namespace {

using Metadata = std::map<std::string, std::string>;

constexpr const char* format_version = "2";

// What tensors and metadata of a candidate begin with.
std::string prefix_of(std::size_t candidate) { return fmt::format("candidate {} ", candidate + 1); }

// Numbers are written with as many digits as it takes to read the same ones back, lists by their
// size.
class FieldWriter {
 public:
  explicit FieldWriter(Metadata& metadata) : metadata_(metadata) {}

  void number(const std::string& name, const auto& value) {
    metadata_[name] = fmt::format("{}", value);
  }
  void number(const std::string& name, const std::optional<double>& value) {
    if (value) number(name, *value);
  }
  void text(const std::string& name, const std::string& value) { metadata_[name] = value; }
  void size(const std::string& name, const auto& list) { number(name, list.size()); }

 private:
  Metadata& metadata_;
};

class FieldReader {
 public:
  FieldReader(const TensorFile& file, const MetadataReader& metadata)
      : file_(file), metadata_(metadata) {}

  void number(const std::string& name, auto& value) { metadata_.number(name, value); }
  void number(const std::string& name, std::optional<double>& value) {
    if (file_.metadata().contains(name)) metadata_.number(name, value.emplace());
  }
  void text(const std::string& name, std::string& value) { value = metadata_.text(name); }
  void size(const std::string& name, auto& list) {
    std::size_t size = 0;
    metadata_.number(name, size);
    if (size > file_.metadata().size()) metadata_.refuse(name);  // each element has an entry
    list.resize(size);
  }

 private:
  const TensorFile& file_;
  const MetadataReader& metadata_;
};

void visit_result(auto& result, const std::string& name, auto& fields) {
  fields.number(name + "epoch", result.epoch);
  fields.number(name + "loss", result.loss);
  fields.number(name + "score", result.score);
  fields.size(name + "sets", result.dev);
  for (std::size_t i = 0; i < result.dev.size(); ++i) {
    const std::string set = fmt::format("{}set {} ", name, i + 1);
    auto& [value, details] = result.dev[i];
    fields.number(set + "value", value);
    fields.size(set + "details", details);
    for (std::size_t j = 0; j < details.size(); ++j) {
      fields.text(fmt::format("{}detail {} name", set, j + 1), details[j].first);
      fields.number(fmt::format("{}detail {} value", set, j + 1), details[j].second);
    }
  }
}

// Names every field of a checkpoint, for writing and for reading.
void visit_checkpoint(auto& checkpoint, auto& fields) {
  fields.number("epoch", checkpoint.epoch);
  fields.number("batch", checkpoint.batch);
  for (std::size_t i = 0; i < checkpoint.done.size(); ++i) {
    const std::string prefix = prefix_of(i);
    fields.number(prefix + "loss", checkpoint.losses[i].sum);
    fields.number(prefix + "instances", checkpoint.losses[i].instances);
    fields.size(prefix + "results", checkpoint.done[i]);
    for (std::size_t j = 0; j < checkpoint.done[i].size(); ++j)
      visit_result(checkpoint.done[i][j], fmt::format("{}result {} ", prefix, j + 1), fields);
  }
}

}  // namespace

void add_identity(const Metadata& identity, Metadata& metadata) {
  for (const auto& [name, value] : identity) metadata["of " + name] = value;
}

void check_identity(const TensorFile& file, const Metadata& identity) {
  for (const auto& [name, value] : identity) {
    const auto found = file.metadata().find("of " + name);
    const std::string other = found == file.metadata().end() ? "nothing" : found->second;
    if (other != value)
      throw Error(ErrorKind::usage,
                  fmt::format("{}: a checkpoint of another training: its {} is {}, not {}; use the "
                              "same inputs and options, or {}",
                              file.path(), name, other, value, checkpoint_remedy));
  }
}

void write_checkpoint(const std::string& path, const Metadata& identity,
                      const Checkpoint& checkpoint, std::deque<Learner>& learners) {
  Metadata metadata = {{"format", checkpoint_format}, {"version", format_version}};
  add_identity(identity, metadata);
  FieldWriter fields(metadata);
  visit_checkpoint(checkpoint, fields);
  TensorFileWriter writer(std::move(metadata));
  for (std::size_t i = 0; i < learners.size(); ++i) learners[i].save(writer, prefix_of(i));
  writer.write(path, 1, nullptr);
}

void refuse_other_checkpoint(const TensorFile& file, const std::string& wanted) {
  const auto found = file.metadata().find("format");
  if (found == file.metadata().end() || found->second == wanted) return;
  const bool solved = found->second == solver_checkpoint_format;
  if (!solved && found->second != checkpoint_format) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} is the checkpoint of {}; resume with the `model` that it was begun "
                          "with, or {}",
                          file.path(),
                          solved ? "the model balanced, which is solved for"
                                 : "a model that learns by epochs, such as gated",
                          checkpoint_remedy));
}

Checkpoint read_checkpoint(const std::string& path, const Metadata& identity,
                           std::deque<Learner>& learners) {
  const TensorFile file(path);
  const MetadataReader metadata(file, checkpoint_remedy);
  refuse_other_checkpoint(file, checkpoint_format);
  metadata.check_format(checkpoint_format, format_version, "a checkpoint");
  check_identity(file, identity);
  Checkpoint checkpoint(learners.size());
  FieldReader fields(file, metadata);
  visit_checkpoint(checkpoint, fields);
  for (std::size_t i = 0; i < learners.size(); ++i) learners[i].restore(file, prefix_of(i));
  return checkpoint;
}

}  // namespace oovec::inline train
