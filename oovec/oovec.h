// oovec: vectors for words your embedding has never seen. This is the whole public interface; the
// headers it includes may also be included one by one.
//
//   #include <oovec/oovec.h>
//
//   const oovec::Embeddings vectors = oovec::read_vectors("glove.txt.gz").embeddings;
//   if (auto row = vectors.find("grapefruit")) use(vectors.row(*row));
//   oovec::write_vectors(vectors, "glove.safetensors");  // opens at once, by mmap
//
// The contract:
//
// - Failures throw oovec::Error. Its kind() classifies the failure; its message says where, what
//   was found and what to do. A word without a vector is not a failure: functions that look up a
//   word return std::optional.
// - The library never prints, never ends the program and never reads the environment. A long task
//   reports its progress to the Progress object it was given, if any.
// - Input is hostile until checked. Broken, truncated or altered files are refused: they never
//   crash the program, never make it allocate more than the file can justify, and never give a
//   wrong vector.
// - A file is written beside its destination and renamed when complete; a failure leaves the old
//   file.
// - The result is the same to the last bit for any number of threads.
// - Every task takes one struct of options with sensible defaults.
// - Several threads may read an object at once; one at a time may change it. Views (std::span,
//   std::string_view) live as long as the object that returned them.
#pragma once

#include "oovec/augment/augment.h"
#include "oovec/augment/export.h"
#include "oovec/base/error.h"
#include "oovec/base/progress.h"
#include "oovec/base/version.h"
#include "oovec/compare/compare.h"
#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "oovec/model/explain.h"
#include "oovec/model/explain_json.h"
#include "oovec/model/explain_page.h"
#include "oovec/model/model.h"
#include "oovec/search/nearest.h"
#include "oovec/search/search_rows.h"
#include "oovec/skipgram/skipgram.h"
#include "oovec/store/remember.h"
#include "oovec/store/store.h"
#include "oovec/train/train.h"
#include "oovec/train/tune.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/format.h"
