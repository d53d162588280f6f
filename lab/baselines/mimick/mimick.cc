#include "lab/baselines/mimick/mimick.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/io/metadata.h"
#include "oovec/io/tensor_file.h"
#include "oovec/io/tensor_reader.h"
#include "oovec/model/training_vectors.h"
#include "oovec/text/characters.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::lab {
namespace {

constexpr const char* format_name = "oovec-mimick";
constexpr const char* format_version = "1";
constexpr const char* remedy = "train it again";
constexpr std::size_t max_width = 4096;

CharTable read_characters(const TensorFile& file, const TensorReader& tensors) {
  const std::size_t size = file.tensor<std::uint32_t>("code_points").size();
  auto code_points = tensors.tensor<std::uint32_t>("code_points", size);
  const auto out_of_order = [](std::uint32_t a, std::uint32_t b) { return a >= b; };
  if (std::adjacent_find(code_points.begin(), code_points.end(), out_of_order) != code_points.end())
    throw Error(ErrorKind::malformed,
                fmt::format("{}: its characters are not in order; {}", file.path(), remedy));
  return CharTable(std::move(code_points));
}

MimickParts read_mimick(const std::string& path, const std::string& vectors_path) {
  const TensorFile file(path);
  const MetadataReader metadata(file, remedy);
  metadata.check_format(format_name, format_version, "a Mimick network");
  VectorsIdentity identity;
  metadata.number("vectors_size", identity.size);
  metadata.number("vectors_fingerprint", identity.fingerprint);
  CharShape shape{};
  metadata.number("embedding", shape.embedding);
  metadata.number("hidden", shape.hidden);
  if (shape.embedding == 0 || shape.embedding > max_width) metadata.refuse("embedding");
  if (shape.hidden == 0 || shape.hidden > max_width) metadata.refuse("hidden");

  const TensorReader tensors(file, remedy);
  CharTable characters = read_characters(file, tensors);
  auto vectors =
      std::make_shared<const Embeddings>(read_training_vectors(vectors_path, identity, path));
  shape.characters = characters.rows();
  shape.dimension = vectors->dimension();
  std::vector<float> parameters = tensors.parameters(CharLayout(shape).all);
  std::vector<bool> targets = tensors.bits("targets", vectors->size());
  return {std::move(vectors), std::move(characters), shape, std::move(parameters),
          std::move(targets)};
}

}  // namespace

std::vector<std::uint32_t> CharTable::rows_of(std::string_view word) const {
  std::vector<std::uint32_t> rows = {boundary};
  for (std::size_t at = 0; at < word.size();) {
    const auto [code_point, length] = decode(word, at);
    const auto found = std::lower_bound(code_points_.begin(), code_points_.end(), code_point);
    const bool known = found != code_points_.end() && *found == code_point;
    const auto place = static_cast<std::uint32_t>(found - code_points_.begin());
    rows.push_back(known ? boundary + 1 + place : unknown);
    at += length;
  }
  rows.push_back(boundary);
  return rows;
}

Mimick::Mimick(MimickParts parts, const TokenizerOptions& text)
    : parts_(std::move(parts)), layout_(parts_.shape), text_(resolve_text(text, *parts_.vectors)) {}

Mimick::Mimick(const std::string& path, const std::string& vectors, const TokenizerOptions& text)
    : Mimick(read_mimick(path, vectors), text) {}

std::optional<std::vector<float>> Mimick::infer_vector(std::string_view word,
                                                       const ContextEvidence&) const {
  if (word.empty()) return std::nullopt;
  CharTape<float> tape;
  forward<float>(layout_, parts_.parameters, parts_.characters.rows_of(word), tape);
  if (!all_finite(tape.vector)) return std::nullopt;  // of parameters that are too large
  return std::move(tape.vector);
}

std::optional<bool> Mimick::has_learned_from(std::string_view word) const {
  const auto row = parts_.vectors->find(word);
  return row && parts_.targets[*row];
}

void write_mimick(const MimickParts& mimick, const std::string& path, int threads) {
  TensorFileWriter writer(
      {{"format", format_name},
       {"version", format_version},
       {"embedding", std::to_string(mimick.shape.embedding)},
       {"hidden", std::to_string(mimick.shape.hidden)},
       {"vectors_size", std::to_string(mimick.vectors->size())},
       {"vectors_fingerprint", std::to_string(mimick.vectors->fingerprint(threads))}});
  const std::vector<std::uint32_t>& code_points = mimick.characters.code_points();
  writer.add<std::uint32_t>("code_points", {code_points.size()}, code_points);
  const CharLayout layout(mimick.shape);
  add_parameters(layout.all, mimick.parameters, writer);
  const std::vector<char> targets = pack_bits(mimick.targets);
  writer.add<char>("targets", {targets.size()}, targets);
  writer.write(path, threads, nullptr);
}

}  // namespace oovec::lab
