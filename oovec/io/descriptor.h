// An open file descriptor, closed when it goes out of scope.
#pragma once

#include <unistd.h>

#include <utility>

namespace oovec::inline io {

class [[nodiscard]] Descriptor {
 public:
  Descriptor() = default;
  [[nodiscard]] explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      reset();
      value_ = std::exchange(other.value_, -1);
    }
    return *this;
  }

  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

  // Gives the descriptor up without closing it.
  [[nodiscard]] int release() { return std::exchange(value_, -1); }

 private:
  void reset() {
    if (value_ >= 0) ::close(value_);
  }

  int value_ = -1;
};

}  // namespace oovec::inline io
