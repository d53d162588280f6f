// The training loop of skip-gram. Not part of the public interface.
//
// Training runs in rounds. A fixed number of lanes each work through a passage of the text. In a
// round, each lane takes the next 16 words of its passage and computes updates of rows from the
// matrices, which do not change meanwhile. Then all updates are applied, those of each row in the
// order of the lanes. So nothing depends on which thread does what.
#pragma once

#include "oovec/skipgram/skipgram.h"
#include "oovec/skipgram/skipgram_lane.h"
#include "oovec/skipgram/token_text.h"

namespace oovec::inline skipgram {

[[nodiscard]] SkipgramMatrices train_matrices(const TokenText& text, const InputRows& inputs,
                                              const SkipgramOptions& options);

}  // namespace oovec::inline skipgram
