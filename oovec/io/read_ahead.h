// Decompression ahead of the reader, on a thread of its own, into a ring of a few blocks.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "oovec/io/codec.h"
#include "oovec/io/input.h"
#include "oovec/io/raw.h"

namespace oovec::inline io {

class ReadAhead : public Input {
 public:
  ReadAhead(RawBytes raw, std::unique_ptr<Decoder> decoder, Compression compression);
  ~ReadAhead() override;

  // Throws what the decoder threw, after every block that precedes the failure has been read.
  [[nodiscard]] std::size_t read(std::span<char> buffer) override;

  const std::string& name() const override { return raw_.name(); }
  std::optional<std::uint64_t> raw_size() const override { return raw_.size(); }
  std::uint64_t raw_consumed() const override { return raw_consumed_; }
  Compression compression() const override { return compression_; }

 private:
  struct Block {
    std::vector<char> bytes;
    std::uint64_t raw_end = 0;  // how far the decoder had read when the block was full
  };

  void decode_all();
  bool wait_for_free_block();
  const Block* wait_for_full_block();
  void give_back_block();

  RawBytes raw_;
  const std::unique_ptr<Decoder> decoder_;
  const Compression compression_;
  std::atomic<std::uint64_t> raw_consumed_ = 0;

  // Blocks [taken_, filled_) belong to the reader, the others to the decoder.
  std::array<Block, 4> ring_;
  const Block* block_ = nullptr;  // the one being read
  std::size_t used_ = 0;          // how much of it has been

  std::mutex mutex_;  // guards all below; each counter is changed by one side only
  std::condition_variable changed_;
  std::size_t filled_ = 0;
  std::size_t taken_ = 0;
  bool finished_ = false;  // the decoder has stopped: at the end or because of failure_
  bool stop_ = false;
  std::exception_ptr failure_;

  std::thread thread_;
};

}  // namespace oovec::inline io
