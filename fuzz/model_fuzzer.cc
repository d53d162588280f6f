// Any bytes, read as a model: an Error, or a model that infers from whatever it is asked. They are
// read as they are and with their checksums put right, since whoever means harm would do that, and
// since otherwise hardly any input would get past them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/tensor_bytes.h"
#include "oovec/base/error.h"
#include "oovec/model/model.h"

namespace {

void check(const oovec::Model& model, const oovec::Inference& inference) {
  if (inference.vector.size() != model.dimension()) std::abort();
  if (inference.form.empty() && inference.context.empty()) std::abort();
  if (inference.alpha < 0 || inference.alpha > 1) std::abort();
  if (inference.confidence && (*inference.confidence < 0 || *inference.confidence > 1))
    std::abort();
}

void infer(const oovec::Model& model, std::string_view word) {
  oovec::Observation observation(model, word);
  for (const std::string_view context : {"the a ___, of a thing", "", "sweet ice cream"}) {
    if (const auto inference = observation.infer()) check(model, *inference);
    observation.add(context);
  }
  if (const auto inference = observation.infer()) check(model, *inference);
}

void fuzz(std::string_view bytes) {
  const MemoryFile file(bytes);
  for (const std::string_view word : {"pomelo", "a", "ice cream"}) {
    try {
      infer(oovec::Model(file.path()), word);
    } catch (const oovec::Error&) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_tensor_file(data, size, fuzz);
}
