#include "oovec/model/form.h"

#include "oovec/base/kernels.h"

namespace oovec::inline model {

FormReader::FormReader(const Embeddings& ngrams, NgramLengths lengths)
    : vectors_(ngrams), ngrams_(lengths) {}

void FormReader::read(std::string_view word, std::span<const std::string> left_out,
                      FormEvidence& form) {
  vectors_.find_all(ngrams_.of(word, left_out), found_);
  form.ngrams.clear();
  for (const auto& row : found_) form.ngrams.push_back(static_cast<std::uint32_t>(row.value_or(0)));
  form.known = count_known(form.ngrams);
  form.mean.assign(vectors_.dimension(), 0);
  if (form.ngrams.empty()) return;
  add_rows(vectors_.values(form.ngrams).data(), form.ngrams, form.mean);
  const auto share = static_cast<float>(1.0 / static_cast<double>(form.ngrams.size()));
  for (float& value : form.mean) value *= share;
}

}  // namespace oovec::inline model
