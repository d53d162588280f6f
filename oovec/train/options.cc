#include "oovec/train/options.h"

#include "oovec/base/error.h"

namespace oovec::inline train {

TrainOptions resolve(TrainOptions options) {
  const bool best = options.preset == Preset::best;
  if (options.context_weights == ContextWeights::automatic)
    options.context_weights = best ? ContextWeights::sif : ContextWeights::uniform;
  if (options.form_words == FormWords::automatic)
    options.form_words = best ? FormWords::all : FormWords::contexts;
  if (options.ngram_min > options.ngram_max)
    throw Error(ErrorKind::usage, "`ngram-min` is above `ngram-max`; lower it");
  return options;
}

}  // namespace oovec::inline train
