// Ctrl-C for a command that wants to put its work away first: the first one is a request, the
// second ends the program as always.
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
