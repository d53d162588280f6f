// Makes permissions count: root may read and write whatever they say, an ordinary user may not.
#pragma once

#include <unistd.h>

#include <stdexcept>

namespace oovec {

// While it exists, the process is an ordinary user. Root becomes "nobody"; anybody else stays.
class Unprivileged {
 public:
  Unprivileged() : was_root_(::geteuid() == 0) {
    if (was_root_ && ::setresuid(nobody, nobody, 0) != 0)
      throw std::runtime_error("cannot become another user");
  }
  ~Unprivileged() {
    if (was_root_ && ::setresuid(0, 0, 0) != 0) ::_exit(1);
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  static constexpr uid_t nobody = 65534;

  bool was_root_;
};

}  // namespace oovec
