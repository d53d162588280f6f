// Infers whole files: lines "word TAB context TAB context …", each independent of the others,
// become rows in the order of the lines. Memory does not grow with the file.
//
//   const Model model("words.oovec");
//   const auto input = open_input("new_words.tsv");
//   infer_lines(model, *input, "new_words.txt", {}, [](const LineProblem& problem) { … });
//
// A row spells the word as the line does. Empty lines are skipped. Lines that are not UTF-8 or have
// no word, words that the format cannot hold, and words about which nothing is known are reported
// and skipped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/io/input.h"
#include "oovec/model/inference_output.h"
#include "oovec/model/model.h"

namespace oovec::inline model {

struct InferOptions {
  VectorFormat format = VectorFormat::automatic;
  ContextWindow context;
  bool strict = false;
  int threads = 0;

  Progress* progress = nullptr;  // if set, receives the bytes read

  template <class Visitor>
  void fields(Visitor&& field) {
    field("format", format, "Format to write; auto: by the file name.");
    context.fields(field);
    field("strict", strict, "Stop at the first bad line instead of skipping it.");
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct LineProblem {
  std::uint64_t line;  // from 1
  bool is_bad;         // false: the line is valid, but nothing can be inferred from it
  std::string message;
};

struct InferSummary {
  std::uint64_t lines = 0;    // read
  std::uint64_t vectors = 0;  // written
  std::uint64_t weak = 0;     // of them little more than guesses (weak_evidence.h)
  std::uint64_t bad_lines = 0;
  std::uint64_t without_vector = 0;
};

// `report` receives the problems one at a time, in order. With `strict` a bad line is an
// Error(malformed), and there is no output.
InferSummary infer_lines(const Model& model, Input& input, const std::string& output,
                         const InferOptions& options,
                         const std::function<void(const LineProblem&)>& report);

}  // namespace oovec::inline model
