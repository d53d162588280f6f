#include "oovec/augment/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "oovec/model/model.h"
#include "oovec/vectors/format.h"
#include "tests/support/error_of.h"
#include "tests/support/models.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

struct Remembered {
  std::string word, context;
};

const std::vector<Remembered>& remembered() {
  static const std::vector<Remembered> words = {{"durian", "A thick pomelo, a sweet durian."},
                                                {"Pomelo", "The sweet pomelo is a fruit."},
                                                {"pomelo", "The pomelo!"},
                                                {"pomelo", "The thick pomelo of fruit."},
                                                {"durian", "The durian is sweet."},
                                                {"quince", "A sweet quince."},
                                                {"fruit", "A fruit that has a vector."},
                                                {"fruit", "Fruit again."}};
  return words;
}

Store fruit_store(const Model& model, bool backwards = false) {
  StoreOptions options;
  options.text = model.text();
  Store store = Store::in_memory(options);
  std::vector<Remembered> words = remembered();
  if (backwards) std::reverse(words.begin(), words.end());
  for (const Remembered& one : words) store.add(one.word, one.context, 1);
  return store;
}

ExportOptions seen_times(std::uint32_t min_count) {
  ExportOptions options;
  options.min_count = min_count;
  return options;
}

TEST(Export, WordsComeByCountAndBytesWithoutThoseThatHaveAVector) {
  const Scratch scratch;
  const Model model{small_model()};
  const AugmentResult result =
      export_words(model, fruit_store(model), scratch.path("out.txt"), seen_times(1));
  EXPECT_THAT(words_of(read_vectors(scratch.path("out.txt")).embeddings),
              ElementsAre("pomelo", "durian", "quince"));
  EXPECT_EQ(result.old_words, 0U);
  EXPECT_EQ(result.count(Outcome::added), 3U);
  EXPECT_EQ(result.words[0].count, 3U);
}

TEST(Export, WordsSeenTooRarelyAreLeftOut) {
  const Scratch scratch;
  const Model model{small_model()};
  export_words(model, fruit_store(model), scratch.path("out.vec"), seen_times(3));
  EXPECT_THAT(words_of(read_vectors(scratch.path("out.vec")).embeddings), ElementsAre("pomelo"));
}

TEST(Export, VectorsAreThoseOfTheContexts) {
  const Scratch scratch;
  const Model model{small_model()};
  const Store store = fruit_store(model);
  export_words(model, store, scratch.path("out.safetensors"), seen_times(1));
  Observation observation(model, "pomelo");
  const StoredWord word = store.find("pomelo").value();
  for (const StoredContext& context : word.contexts) observation.add(context.text);
  EXPECT_EQ(row_of(read_vectors(scratch.path("out.safetensors")).embeddings, "pomelo"),
            observation.infer()->vector);
}

TEST(Export, OrderOfAddingAndThreadsDoNotMatter) {
  const Scratch scratch;
  const Model model{small_model()};
  ExportOptions options = seen_times(1);
  options.threads = 1;
  export_words(model, fruit_store(model), scratch.path("one.bin"), options);
  options.threads = 4;
  export_words(model, fruit_store(model, true), scratch.path("other.bin"), options);
  EXPECT_EQ(scratch.content("one.bin"), scratch.content("other.bin"));
}

TEST(Export, RowsOfAVectorsFileStayAsTheyAre) {
  const Scratch scratch;
  const Model model{small_model()};
  WriteOptions write;
  write.format = VectorFormat::glove;
  write_vectors(model.vectors(), scratch.path("old.txt"), write);
  ExportOptions options = seen_times(1);
  options.vectors = scratch.path("old.txt");
  const AugmentResult result =
      export_words(model, fruit_store(model), scratch.path("new.txt"), options);
  EXPECT_THAT(scratch.content("new.txt"), StartsWith(scratch.content("old.txt")));
  EXPECT_EQ(result.old_words, model.vectors().size());
  EXPECT_EQ(read_vectors(scratch.path("new.txt")).embeddings.size(), model.vectors().size() + 3);
}

TEST(Export, AStoreOfOtherTextIsRefused) {
  const Scratch scratch;
  const Model model{small_model()};
  StoreOptions options;
  options.text = model.text();
  options.text->tokenizer = TokenizerKind::whitespace;
  const Error error = error_of([&] {
    export_words(model, Store::in_memory(options), scratch.path("out.txt"), seen_times(1));
  });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_TRUE(scratch.names().empty());
}

TEST(Export, AnEmptyStoreGivesAnEmptyFile) {
  const Scratch scratch;
  const Model model{small_model()};
  StoreOptions options;
  options.text = model.text();
  export_words(model, Store::in_memory(options), scratch.path("out.vec"), seen_times(1));
  EXPECT_EQ(scratch.content("out.vec").substr(0, 2), "0 ");
}

}  // namespace
}  // namespace oovec
