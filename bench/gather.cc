// Times the part of training that memory sets the pace of: reading the vectors of all context words
// of an epoch's instances, with the paper's options, and adding them up.
//
//   bench_gather VECTORS CONTEXTS
//
// For every number of threads read from the standard input, a line of JSON is printed: the seconds
// it takes to gather, and those to add up as many rows of the table in the order of memory. Which
// rows to read is listed before the clock starts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/random.h"
#include "oovec/corpus/context_index.h"
#include "oovec/train/training_data.h"
#include "oovec/vectors/format.h"

namespace {

using namespace oovec;

// Rows to add up, instance after instance.
struct Work {
  std::vector<std::uint32_t> rows;
  std::vector<std::size_t> ends;  // of each instance in `rows`
};

Work list_rows(const Embeddings& vectors, const ContextIndex& index) {
  TrainOptions options;
  options.preset = Preset::paper;
  options.calibration = 0;
  options = resolve(options);
  const TrainingData data(vectors, index, options, {});
  Random random(1);
  Context context;
  Work work;
  for (const Instance& instance : data.epoch(0)) {
    for (std::uint32_t i = 0; i < options.sentences; ++i) {
      index.context(instance.row, random.below(index.contexts(instance.row)), context);
      for (const IndexToken token : context.tokens)
        if (token.has_vector() && token.row() != instance.row) work.rows.push_back(token.row());
    }
    work.ends.push_back(work.rows.size());
  }
  return work;
}

// As many rows, but 0, 1, 2, … of the table, from the start when it ends.
Work in_order(Work work, std::size_t table_size) {
  for (std::size_t i = 0; i < work.rows.size(); ++i)
    work.rows[i] = static_cast<std::uint32_t>(i % table_size);
  return work;
}

struct Seconds {
  double wall, cpu;
};

Seconds time_sums(const Embeddings& vectors, const Work& work, int threads) {
  constexpr std::size_t batch = 64;
  const std::span<const float> values = vectors.values();
  const std::size_t instances = work.ends.size();
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  parallel_for(threads, (instances + batch - 1) / batch, [&](std::size_t b) {
    std::vector<float> sums(batch * vectors.dimension());
    for (std::size_t i = b * batch; i < std::min(instances, (b + 1) * batch); ++i) {
      const std::size_t begin = i == 0 ? 0 : work.ends[i - 1];
      add_rows(values.data(), std::span(work.rows).subspan(begin, work.ends[i] - begin),
               std::span(sums).subspan(i % batch * vectors.dimension(), vectors.dimension()));
    }
  });
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC};
}

std::string to_json(const Seconds& seconds) {
  return fmt::format(R"({{"wall": {}, "cpu": {}}})", seconds.wall, seconds.cpu);
}

void run(const std::string& vectors_path, const std::string& contexts_path) {
  const Embeddings vectors = read_vectors(vectors_path).embeddings;
  const Work scattered = list_rows(vectors, ContextIndex(contexts_path));
  const Work ordered = in_order(scattered, vectors.size());
  for (int threads = 0; std::cin >> threads;) {
    std::cout << fmt::format(R"({{"instances": {}, "bytes": {}, "gather": {}, "stream": {}}})",
                             scattered.ends.size(),
                             scattered.rows.size() * vectors.dimension() * sizeof(float),
                             to_json(time_sums(vectors, scattered, threads)),
                             to_json(time_sums(vectors, ordered, threads)))
              << std::endl;  // flushed: the driver waits for it
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: bench_gather VECTORS CONTEXTS");
    run(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
