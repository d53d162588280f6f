// The training loop of skip-gram. Not part of the public interface.
//
// Work goes in rounds. A fixed number of lanes each have a passage of the text at hand; in a round,
// each lane takes the next words of its passage, 16 of them, and computes from the matrices, which
// stay as they are, by what steps to change which rows. Then all steps are taken, each row's in the
// order of the lanes. So nothing depends on which thread does what.
#pragma once

#include "oovec/skipgram/skipgram.h"
#include "oovec/skipgram/skipgram_lane.h"
#include "oovec/skipgram/token_text.h"

namespace oovec::inline skipgram {

[[nodiscard]] SkipgramMatrices train_matrices(const TokenText& text, const InputRows& inputs,
                                              const SkipgramOptions& options);

}  // namespace oovec::inline skipgram
