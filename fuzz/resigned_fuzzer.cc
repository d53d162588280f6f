// Files of our own in which values were changed and checksums put right: vectors, indexes, each
// kind of model, Mimick networks, and the checkpoints of each way of training. The files are made
// anew in each run, so that no seed is ever out of date; the first byte of an input chooses one,
// the rest says what is changed. An Error is fine, and so is what makes sense; see use_files.h.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/memory.h"
#include "fuzz/our_file.h"
#include "fuzz/use_files.h"
#include "lab/baselines/mimick/training.h"
#include "lab/eval/dev_set.h"
#include "oovec/corpus/indexer.h"
#include "oovec/train/train.h"
#include "oovec/train/tune.h"
#include "oovec/vectors/format.h"
#include "tests/support/models.h"

namespace {

using namespace oovec;

// Stops after a number of batches, or at once for a model that is solved for.
class StopAfter : public TrainMonitor {
 public:
  explicit StopAfter(int batches) : left_(batches) {}
  bool stop() override { return --left_ <= 0; }

 private:
  int left_;
};

// What training learns from.
struct Lessons {
  std::shared_ptr<const Embeddings> vectors;
  std::unique_ptr<const ContextIndex> index;

  Lessons() : vectors(arbitrary_embeddings(model_words(), 3, 1)) {
    std::string text;
    Random random(1);
    for (int line = 0; line < 60; ++line) {
      for (int i = 0; i < 6; ++i) text += model_words()[random.below(model_words().size())] + ' ';
      text += line % 5 == 0 ? "pomelo\n" : "\n";
    }
    const std::string corpus = directory().write("corpus", text);
    IndexOptions options;
    options.per_word = 4;
    options.novel_min = 1;
    options.threads = 1;
    index_corpus(*vectors, {corpus}, directory().path("index"), options);
    index = std::make_unique<const ContextIndex>(directory().path("index"));
  }
};

const Lessons& lessons() {
  static const Lessons made;
  return made;
}

TrainOptions small_training(Composition model) {
  TrainOptions options;
  options.model = model;
  if (!is_solved(model)) {
    options.epochs = 2;
    options.batch = 8;
  } else {
    options.ridge = 1;
  }
  options.sentences = 2;
  options.min_count = 5;
  options.ngram_words = 1;
  options.ngram_max = 3;
  options.calibration = 4;
  options.threads = 1;
  return options;
}

// A file, and what to do with it when it is changed.
struct Kind {
  OurFile file;
  std::function<void(const std::string& bytes)> use;
};

Kind vectors_kind(const WriteOptions& options) {
  const std::string path = directory().path("vectors.oovec");
  write_vectors(*lessons().vectors, path, options);
  return {OurFile(path), [](const std::string& bytes) { use_vectors(MemoryFile(bytes).path()); }};
}

Kind index_kind() {
  (void)lessons();
  return {OurFile(directory().path("index")),
          [](const std::string& bytes) { use_index(MemoryFile(bytes).path()); }};
}

ModelParts weighted(ModelParts parts) {
  for (std::size_t i = 0; i < parts.vectors->size(); ++i)
    parts.word_weights.push_back(1 / (1 + 0.25F * static_cast<float>(i)));
  parts.position_weights = {4, 3, 2.5F, 1.5F, 1, 0.5F};
  return parts;
}

Kind model_kind(const ModelParts& parts, bool half = false) {
  const std::string path = directory().path("model.oovec");
  write_model(parts, path, {.half = half, .threads = 1});
  return {OurFile(path), [](const std::string& bytes) { use_model(MemoryFile(bytes).path()); }};
}

Kind mimick_kind() {
  lab::MimickOptions options;
  options.epochs = 1;
  options.embedding = 2;
  options.hidden = 2;
  options.threads = 1;
  const std::string path = directory().path("mimick");
  lab::write_mimick(lab::train_mimick(lessons().vectors, options).parts, path, 1);
  const std::string vectors = directory().path("vectors.txt");
  write_vectors(*lessons().vectors, vectors);
  return {OurFile(path),
          [vectors](const std::string& bytes) { use_mimick(MemoryFile(bytes).path(), vectors); }};
}

// Stops a training as late as it can be stopped.
template <class Train>
void stop_late(TrainOptions options, const Train& train) {
  const auto stops = [&](int batches) {
    StopAfter monitor(batches);
    options.monitor = &monitor;
    return train(options).stopped;
  };
  int late = 1, too_late = 2;
  while (stops(too_late)) late = std::exchange(too_late, 2 * too_late);
  while (too_late - late > 1) {
    const int middle = late + (too_late - late) / 2;
    (stops(middle) ? late : too_late) = middle;
  }
  require(stops(late));
}

// Resuming from a changed checkpoint fails, or gives a model that can be used.
Kind checkpoint_kind(Composition composition) {
  const std::string output = directory().path("trained.oovec");
  TrainOptions options = small_training(composition);
  const auto train = [output](const TrainOptions& how) {
    return train_model(lessons().vectors, *lessons().index, output, how);
  };
  stop_late(options, train);
  options.resume = true;
  return {OurFile(output + ".checkpoint"), [=](const std::string& bytes) {
            (void)directory().write("trained.oovec.checkpoint", bytes);
            attempt([&] {
              (void)train(options);
              const Model model(output);  // what was written can be opened
              use_model(output);
            });
          }};
}

// Of several candidates, with their scores.
Kind tune_kind() {
  const std::string output = directory().path("tuned.oovec");
  const auto candidates = combine({Composition::gated, Composition::form}, {0.01, 0.1});
  TrainOptions options = small_training(Composition::gated);
  const std::string dev = directory().write("dev", "melon\tthe sweet ___ of a\nice\tcold ___\n");
  options.dev = lab::dev_scorers({dev});
  const auto tune_all = [candidates, output](const TrainOptions& how) {
    return tune(lessons().vectors, *lessons().index, output, candidates, how);
  };
  stop_late(options, tune_all);
  const std::string best = directory().content("tuned.oovec.best");
  options.resume = true;
  return {OurFile(output + ".checkpoint"), [=](const std::string& bytes) {
            (void)directory().write("tuned.oovec.checkpoint", bytes);
            (void)directory().write("tuned.oovec.best", best);
            attempt([&] {
              (void)tune_all(options);
              const Model model(output);
              use_model(output);
            });
          }};
}

std::vector<Kind> make_kinds() {
  std::vector<Kind> kinds;
  kinds.push_back(index_kind());
  kinds.push_back(vectors_kind({}));
  kinds.push_back(vectors_kind({.half = true}));
  kinds.push_back(vectors_kind({.int8 = true}));
  kinds.push_back(mimick_kind());
  for (const Composition composition : compositions)
    kinds.push_back(model_kind(small_model(composition)));
  kinds.push_back(model_kind(weighted(small_model(Composition::balanced))));
  kinds.push_back(model_kind(small_model(), /*half=*/true));
  for (const Composition composition : {Composition::gated, Composition::componentwise,
                                        Composition::iterative, Composition::balanced})
    kinds.push_back(checkpoint_kind(composition));
  kinds.push_back(tune_kind());
  return kinds;
}

// The kinds, and how many cases each has had, which is told at the end like libFuzzer's own
// figures.
struct Kinds {
  std::vector<Kind> all = make_kinds();
  std::vector<std::size_t> cases = std::vector<std::size_t>(all.size());

  ~Kinds() {
    std::fprintf(stderr, "stat::least_cases_of_a_kind:  %zu of each of %zu kinds\n",
                 *std::ranges::min_element(cases), cases.size());
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Kinds kinds;
  Choices input({reinterpret_cast<const char*>(data), size});
  const std::size_t chosen = input.below(kinds.all.size());
  ++kinds.cases[chosen];
  const Kind& kind = kinds.all[chosen];
  OurFile file = kind.file;
  for (int edits = 0; edits < 4 && !input.empty(); ++edits) file.edit(input);
  kind.use(file.bytes());
  return 0;
}
