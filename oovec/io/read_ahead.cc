#include "oovec/io/read_ahead.h"

#include <algorithm>
#include <utility>

#include "oovec/base/wait_check.h"

namespace oovec::inline io {
namespace {

// Small enough that the whole ring stays in cache, large enough that handing a block over is cheap.
constexpr std::size_t ahead_size = std::size_t{256} << 10;

}  // namespace

ReadAhead::ReadAhead(RawBytes raw, std::unique_ptr<Decoder> decoder, Compression compression)
    : raw_(std::move(raw)),
      decoder_(std::move(decoder)),
      compression_(compression),
      thread_([this, check = WaitCheck::current()] {
        const WaitCheck scope(check);
        decode_all();
      }) {}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  raw_.interrupt();
  thread_.join();
}

void ReadAhead::decode_all() {
  std::exception_ptr failure;
  try {
    while (wait_for_free_block()) {
      Block& block = ring_[filled_ % ring_.size()];
      block.bytes.resize(ahead_size);
      block.bytes.resize(decoder_->read(raw_, block.bytes));
      block.raw_end = raw_.offset();
      const bool last = block.bytes.size() < ahead_size;
      {
        const std::lock_guard lock(mutex_);
        ++filled_;
      }
      changed_.notify_all();
      if (last) break;
    }
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  finished_ = true;
  failure_ = failure;
  changed_.notify_all();
}

bool ReadAhead::wait_for_free_block() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stop_ || filled_ - taken_ < ring_.size(); });
  return !stop_;
}

const ReadAhead::Block* ReadAhead::wait_for_full_block() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return taken_ < filled_ || finished_; });
  if (taken_ < filled_) return &ring_[taken_ % ring_.size()];
  if (failure_) std::rethrow_exception(failure_);
  return nullptr;
}

void ReadAhead::give_back_block() {
  raw_consumed_ = block_->raw_end;
  block_ = nullptr;
  used_ = 0;
  {
    const std::lock_guard lock(mutex_);
    ++taken_;
  }
  changed_.notify_all();
}

std::size_t ReadAhead::read(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    if (!block_) block_ = wait_for_full_block();
    if (!block_) break;
    const std::size_t count = std::min(buffer.size() - filled, block_->bytes.size() - used_);
    std::copy_n(block_->bytes.data() + used_, count, buffer.data() + filled);
    filled += count;
    used_ += count;
    if (used_ == block_->bytes.size()) give_back_block();
  }
  return filled;
}

}  // namespace oovec::inline io
