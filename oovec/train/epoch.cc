#include "oovec/train/epoch.h"

#include <atomic>
#include <optional>

#include "oovec/base/parallel.h"

namespace oovec::inline train {

bool run_epoch(const TrainingData& data, std::size_t epoch, std::size_t first_batch, Detail detail,
               int threads, const std::function<bool(const Batch&)>& learn) {
  const std::vector<Instance> instances = data.epoch(epoch);
  std::atomic<bool> go_on = true;
  std::size_t next = first_batch;
  const std::function<std::optional<std::size_t>()> produce = [&]() -> std::optional<std::size_t> {
    if (!go_on || next == data.batches_per_epoch()) return std::nullopt;
    return next++;
  };
  const std::function<Batch(std::size_t&)> sum_contexts = [&](std::size_t& batch) {
    return data.make_batch(instances, epoch, batch, detail);
  };
  const std::function<void(Batch&)> consume = [&](Batch& batch) {
    if (go_on) go_on = learn(batch);
  };
  ordered_pipeline(threads, produce, sum_contexts, consume);
  return go_on;
}

}  // namespace oovec::inline train
