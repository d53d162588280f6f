// Infers the words of a store and writes their vectors, to a file of their own or appended to the
// vectors of the model.
//
//   const Model model("words.oovec");
//   export_words(model, Store::open("words.db"), "new.vec");
//
// Words are ordered as by augment_vectors(): the most frequent first, then by bytes. Words that the
// model's vectors have are left out. The file has the same bytes for any number of threads and any
// order in which the store was filled.
#pragma once

#include <cstdint>
#include <string>

#include "oovec/augment/augment.h"
#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/model/model.h"
#include "oovec/store/store.h"
#include "oovec/vectors/format.h"

namespace oovec::inline augment {

struct ExportOptions {
  std::uint32_t min_count = 5;
  VectorFormat format = VectorFormat::automatic;
  int threads = 0;

  std::uint32_t neighbors = 0;   // to list for each word
  std::string vectors = {};      // file the model was trained with, to append to
  Progress* progress = nullptr;  // if set, receives the bytes

  template <class Visitor>
  void fields(Visitor&& field) {
    field("min-count", min_count, "Export words that were seen at least N times.", at_least(1));
    field("format", format, "Format to write; auto: by the file names.");
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// Writes atomically. Throws Error(usage) if the store's text is not read as the model's is.
AugmentResult export_words(const Model& model, const Store& store, const std::string& output,
                           const ExportOptions& options = {});

}  // namespace oovec::inline augment
