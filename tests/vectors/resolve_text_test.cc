#include "oovec/vectors/resolve_text.h"

#include <gtest/gtest.h>

#include "tests/support/vectors.h"

namespace oovec {
namespace {

TEST(ResolveText, LowerCasesIfTheVectorsHaveNoCapitals) {
  EXPECT_EQ(resolve_text({}, make_embeddings({"east", "north"}, 1, {1, 2})).lowercase,
            Lowercase::on);
  EXPECT_EQ(resolve_text({}, make_embeddings({"East", "north"}, 1, {1, 2})).lowercase,
            Lowercase::off);
}

TEST(ResolveText, LeavesWhatHasBeenDecided) {
  const TokenizerOptions text{TokenizerKind::whitespace, Lowercase::off};
  const TokenizerOptions resolved = resolve_text(text, make_embeddings({"east"}, 1, {1}));
  EXPECT_EQ(resolved.tokenizer, TokenizerKind::whitespace);
  EXPECT_EQ(resolved.lowercase, Lowercase::off);
}

TEST(ResolveText, LeavesTheLanguageOfFewWordsOpen) {
  EXPECT_EQ(resolve_text({}, make_embeddings({"the", "of"}, 1, {1, 2})).language, "und");
}

TEST(ResolveText, SpellsTheTagAsUsual) {
  TokenizerOptions text;
  text.language = "PT-br";
  EXPECT_EQ(resolve_text(text, make_embeddings({"east"}, 1, {1})).language, "pt-BR");
  text.language = "english";
  EXPECT_EQ(error_of([&] { (void)resolve_text(text, make_embeddings({"east"}, 1, {1})); }).kind(),
            ErrorKind::usage);
}

}  // namespace
}  // namespace oovec
