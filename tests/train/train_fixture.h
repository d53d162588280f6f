// What tests of training and tuning share: lessons, words to hold out, and ways to be interrupted.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lab/eval/dev_set.h"
#include "oovec/train/train.h"
#include "tests/train/lessons.h"

namespace oovec {

// Stops after a number of batches.
class StopAfter : public TrainMonitor {
 public:
  explicit StopAfter(std::uint64_t batches) : left_(batches) {}
  bool stop() override { return --left_ == 0; }

 private:
  std::uint64_t left_;
};

class TrainTest : public testing::Test {
 protected:
  TrainSummary train(const TrainOptions& options) {
    return train_model(lessons_.vectors, *lessons_.index, path(), options);
  }

  // The bytes of the model.
  std::string trained(const TrainOptions& options) {
    train(options);
    return model();
  }
  std::string model() const { return lessons_.workspace.content("model.oovec"); }
  std::string path() const { return lessons_.workspace.path("model.oovec"); }

  TrainOptions stopping_after(std::uint64_t batches, TrainOptions options) {
    options.monitor = &monitors_.emplace_back(batches);
    return options;
  }
  static TrainOptions resuming(TrainOptions options) {
    options.resume = true;
    return options;
  }

  static std::uint64_t batches_per_epoch(const auto& summary) {
    return (summary.instances_per_epoch + small_training().batch - 1) / small_training().batch;
  }

  // Every tenth word, which share their stems with others.
  std::vector<std::string> held_out() const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < lessons_.language.words().size(); i += 10)
      words.push_back(lessons_.language.words()[i]);
    return words;
  }

  Lessons lessons_;

 private:
  std::deque<StopAfter> monitors_;
};

class TrainWithDevTest : public TrainTest {
 protected:
  TrainWithDevTest() {
    std::string lines;
    for (const std::string& word : held_out()) {
      const std::size_t row = *lessons_.vectors->find(word);
      lines += word + "\t___ " + lessons_.language.sentence(lessons_.language.topic(row)) + "\n";
    }
    lessons_.workspace.file("dev.txt", lines);
  }

  TrainOptions with_dev(TrainOptions options) const {
    options.dev = lab::dev_scorers({lessons_.workspace.path("dev.txt")});
    return options;
  }
};

}  // namespace oovec
