// Ctrl-C for a command that saves its state first: the first Ctrl-C is a request, the second ends
// the program as usual.
#pragma once

namespace oovec::cli {

class Interrupt {
 public:
  [[nodiscard]] Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const;

 private:
  using Handler = void (*)(int);
  Handler interrupt_, terminate_;  // those before
};

}  // namespace oovec::cli
