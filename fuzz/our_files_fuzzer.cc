// Any bytes, read as each kind of file of our own: vectors, context index, model, Mimick network.
// They are read as they are and with their checksums put right, since whoever means harm would do
// that, and since otherwise hardly any input would get past them. resigned_fuzzer.cc changes valid
// files.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/memory.h"
#include "fuzz/use_files.h"
#include "tests/support/checksums.h"

namespace {

void use(std::string_view bytes) {
  static const MemoryFile mimick_vectors("ab 1 2\nba 3 4\nabba 5 6\n");  // those of the seeds
  const MemoryFile file(bytes);
  use_vectors(file.path());
  use_index(file.path());
  use_model(file.path());
  use_mimick(file.path(), mimick_vectors.path());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  use(bytes);
  use(oovec::with_right_checksums(bytes));
  return 0;
}
