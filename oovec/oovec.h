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
// - Whatever fails throws oovec::Error. Its kind() says what sort of failure it is, its message
//   where, what was found and what to do. A word that has no vector is no failure: functions that
//   look one up return std::optional.
// - The library never prints, never ends the program and never reads the environment. A long task
//   tells how far it is through the Progress object it was given, if any.
// - Input is hostile until checked. Broken, cut short or altered files are refused, never crash the
//   program, never make it allocate more than the file can justify, never yield a wrong vector.
// - A file is written beside its place and renamed when complete; a failure leaves the old one.
// - The result is the same to the last bit for any number of threads.
// - Every task takes one struct of options, whose defaults are sensible.
// - Objects may be read by several threads at once, changed by one at a time. Views (std::span,
//   std::string_view) live as long as the object that gave them.
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
