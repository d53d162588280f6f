// The metadata of a context index file: the settings that the index was made with, and the totals
// of the text. Not part of the public interface.
#pragma once

#include <map>
#include <string>

#include "oovec/corpus/index_data.h"
#include "oovec/io/tensor_file.h"

namespace oovec::inline corpus {

[[nodiscard]] std::map<std::string, std::string> make_metadata(const IndexSettings& settings,
                                                               const IndexTotals& totals);

// Throws an Error unless the file is a context index of this version with all it needs.
void read_metadata(const TensorFile& file, IndexSettings& settings, IndexTotals& totals);

}  // namespace oovec::inline corpus
