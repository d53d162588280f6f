// How many sightings a store takes in a second, each on the disk before the next of its thread:
// by 1, 8 and 64 threads that add one at a time, and by one that adds 1000 at a time. What one
// flush of the disk takes is measured beside it, since it is the limit of the first figure.
//
//   bench_store words.db    a path on the disk that is to be measured
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "oovec/store/store.h"

namespace oovec {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double seconds_each = 2;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Calls act(i) until the time is over; returns the calls in a second.
template <class Act>
double rate(const Act& act) {
  const Clock::time_point start = Clock::now();
  std::size_t calls = 0;
  while (seconds_since(start) < seconds_each) act(calls++);
  return static_cast<double>(calls) / seconds_since(start);
}

double flush_rate(const std::string& path) {
  const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  const std::string page(4096, 'x');
  const double rate_of_flushes = rate([&](std::size_t i) {
    if (pwrite(file, page.data(), page.size(), static_cast<off_t>(page.size() * i)) < 0 ||
        fdatasync(file) < 0)
      std::perror("flush");
  });
  ::close(file);
  std::remove(path.c_str());
  return rate_of_flushes;
}

std::string word_of(std::size_t i) { return fmt::format("word{}", i * 7919 % 100'003); }

std::string context_of(std::size_t i) {
  return fmt::format("It was in sentence {} that {} was seen, among some other words.", i,
                     word_of(i));
}

double add_rate(Store& store, int threads) {
  std::vector<double> rates(static_cast<std::size_t>(threads));
  std::vector<std::thread> all;
  all.reserve(rates.size());
  for (std::size_t thread = 0; thread < rates.size(); ++thread)
    all.emplace_back([&, thread] {
      rates[thread] = rate([&](std::size_t i) {
        const std::size_t number = i * rates.size() + thread;
        store.add(word_of(number), context_of(number), 1);
      });
    });
  for (std::thread& thread : all) thread.join();
  double sum = 0;
  for (const double each : rates) sum += each;
  return sum;
}

double batch_rate(Store& store, std::size_t at_once) {
  return static_cast<double>(at_once) * rate([&](std::size_t batch) {
           std::vector<std::string> words, contexts;
           std::vector<Sighting> sightings;
           words.reserve(at_once);
           contexts.reserve(at_once);
           sightings.reserve(at_once);
           for (std::size_t i = 0; i < at_once; ++i) {
             words.push_back(word_of(batch * at_once + i));
             contexts.push_back(context_of(batch * at_once + i));
           }
           for (std::size_t i = 0; i < at_once; ++i)
             sightings.push_back({words[i], contexts[i], 1});
           store.add_many(sightings);
         });
}

void run(const std::string& path) {
  fmt::print("{:>9.0f} flushes of 4 KiB\n", flush_rate(path + ".flush"));
  Store store = Store::open(path);
  for (const int threads : {1, 8, 64})
    fmt::print("{:>9.0f} sightings by {} threads, one at a time\n", add_rate(store, threads),
               threads);
  fmt::print("{:>9.0f} sightings by one thread, 1000 at a time\n", batch_rate(store, 1000));
  fmt::print("{:>9.0f} words read by one thread\n",
             rate([&](std::size_t i) { (void)store.find(word_of(i)); }));
}

}  // namespace
}  // namespace oovec

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  oovec::run(argv[1]);
}
