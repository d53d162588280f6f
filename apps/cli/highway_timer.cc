// Highway's shared library measures the resolution of the clock as it is loaded, for benchmarks of
// its own: half of the time that a short command takes. A definition in the program takes the
// place of the library's, so nothing is measured. Nothing of oovec reads the value.
#include <cstdint>

#include <hwy/nanobenchmark.h>

namespace hwy::platform {

std::uint64_t TimerResolution() { return 1; }

}  // namespace hwy::platform
