#include "oovec/model/form.h"

#include <algorithm>

#include "oovec/base/kernels.h"

namespace oovec::inline model {

FormReader::FormReader(const Embeddings& ngrams, NgramLengths lengths)
    : vectors_(ngrams), ngrams_(lengths) {}

void FormReader::read(std::string_view word, Form& form) {
  vectors_.find_all(ngrams_.of(word), found_);
  rows_.clear();
  for (const auto& row : found_) rows_.push_back(static_cast<std::uint32_t>(row.value_or(0)));

  form.ngrams = rows_.size();
  form.known = rows_.size() - static_cast<std::size_t>(std::count(rows_.begin(), rows_.end(), 0U));
  form.mean.assign(vectors_.dimension(), 0);
  if (rows_.empty()) return;
  add_rows(vectors_.values(rows_).data(), rows_, form.mean);
  const auto share = static_cast<float>(1.0 / static_cast<double>(rows_.size()));
  for (float& value : form.mean) value *= share;
}

}  // namespace oovec::inline model
