// The four functions of BLAS that LIBLINEAR calls, as BLAS has them: vectors of n numbers, of which
// two that belong together are so many places apart.
//
// With a system's BLAS, figures would depend on which one is installed, and every start of the
// program would wait for it to be loaded: 4 ms of 7 for OpenBLAS. Hidden, so that they serve nobody
// else.
#include <cmath>
#include <cstddef>

namespace {

std::ptrdiff_t count_of(const int* n) { return *n; }

}  // namespace

extern "C" {

#define OOVEC_HIDDEN __attribute__((visibility("hidden")))

// √Σxᵢ²
OOVEC_HIDDEN double dnrm2_(const int* n, const double* x, const int* step) {
  double squares = 0;
  for (std::ptrdiff_t i = 0; i < count_of(n); ++i) squares += x[i * *step] * x[i * *step];
  return std::sqrt(squares);
}

// Σxᵢyᵢ
OOVEC_HIDDEN double ddot_(const int* n, const double* x, const int* x_step, const double* y,
                          const int* y_step) {
  double sum = 0;
  for (std::ptrdiff_t i = 0; i < count_of(n); ++i) sum += x[i * *x_step] * y[i * *y_step];
  return sum;
}

// y += ax
OOVEC_HIDDEN int daxpy_(const int* n, const double* a, const double* x, const int* x_step,
                        double* y, const int* y_step) {
  for (std::ptrdiff_t i = 0; i < count_of(n); ++i) y[i * *y_step] += *a * x[i * *x_step];
  return 0;
}

// x = ax
OOVEC_HIDDEN int dscal_(const int* n, const double* a, double* x, const int* step) {
  for (std::ptrdiff_t i = 0; i < count_of(n); ++i) x[i * *step] *= *a;
  return 0;
}

}  // extern "C"
