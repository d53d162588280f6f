#include "oovec/corpus/context_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "oovec/base/parallel.h"
#include "oovec/corpus/varint.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/format.h"
#include "tests/corpus/corpora.h"
#include "tests/support/checksums.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Embeddings& few_words() {
  static const Embeddings vectors = vectors_of({"the", "fruit", "ripe", "unseen"});
  return vectors;
}

IndexOptions with_novel_words() {
  IndexOptions options;
  options.novel_min = 2;
  options.words = {"pomelo", "quince"};
  return options;
}

constexpr const char* indexed_text =
    "The pomelo fruit\nthe ripe durian\ndurian durian\nThe lychee is ripe\n";

// Reads all there is; throws if any of it is damaged or makes no sense.
void use_everything(const ContextIndex& index) {
  for (std::size_t target = 0; target < index.size(); ++target) {
    (void)index.is_visible(target);
    (void)index.count(target);
    (void)index.find(index.word(target));
    for (std::size_t i = 0; i < index.contexts(target); ++i) {
      const Context context = index.context(target, i);
      ASSERT_LT(context.position, context.tokens.size());
      for (const IndexToken token : context.tokens)
        if (token.has_vector()) index.word(token.row());
    }
  }
  const IndexView& view = index.view();
  merge_indexes(std::vector<IndexView>{view, view}, Scratch().path("out"));
}

TEST(ContextIndex, RefusesAModelThatReadsTextByOtherRules) {
  IndexOptions french;
  french.text.language = "fr";
  const TextIndex index(few_words(), "the fruit\n", french);
  index->check_language("fr-CA");
  const Error error = error_of([&] { index->check_language("und"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(),
              HasSubstr("`language` fr, but the model reads text with `language` und"));
  TextIndex(few_words(), "the fruit\n")->check_language("en");
}

TEST(ContextIndex, TellsTheWordsOfAContext) {
  const TextIndex index(few_words(), "the pomelo fruit\n");
  const std::size_t target = index->find("fruit").value();
  EXPECT_THAT(index->words(index->context(target, 0), "[fruit]"),
              ElementsAre("the", "…", "[fruit]"));
}

TEST(ContextIndex, KnowsCountsAndContexts) {
  const TextIndex index(few_words(), indexed_text, with_novel_words());
  EXPECT_EQ(count_of(*index, "the"), 3);
  EXPECT_EQ(count_of(*index, "unseen"), 0);
  EXPECT_THAT(contexts_of(*index, "fruit"), ElementsAre("the _ [fruit]"));
  EXPECT_THAT(contexts_of(*index, "pomelo"), ElementsAre("the [_] fruit"));
  EXPECT_THAT(contexts_of(*index, "unseen"), IsEmpty());
}

TEST(ContextIndex, RareNovelWordsAreKeptButNotFound) {
  const TextIndex index(few_words(), indexed_text, with_novel_words());
  EXPECT_EQ(count_of(*index, "durian"), 3);
  EXPECT_EQ(index->find("lychee"), std::nullopt);
  EXPECT_EQ(count_of(*index, "quince"), 0);  // asked for by name
  std::vector<std::string> hidden;
  for (std::size_t i = 0; i < index->size(); ++i)
    if (!index->is_visible(i)) hidden.emplace_back(index->word(i));
  EXPECT_THAT(hidden, ElementsAre("is", "lychee"));
}

TEST(ContextIndex, TargetsAreTheWordsOfTheVectorsAndThenNovelOnesInByteOrder) {
  const TextIndex index(few_words(), indexed_text, with_novel_words());
  std::vector<std::string> words;
  for (std::size_t i = 0; i < index->size(); ++i) words.emplace_back(index->word(i));
  EXPECT_THAT(words, ElementsAre("the", "fruit", "ripe", "unseen", "durian", "is", "lychee",
                                 "pomelo", "quince"));
}

TEST(ContextIndex, CarriesTheSettingsItWasMadeWith) {
  IndexOptions options = with_novel_words();
  options.per_word = 7;
  options.max_tokens = 3;
  options.seed = 0xFFFFFFFFFFFFFFFF;
  options.text.tokenizer = TokenizerKind::whitespace;
  const TextIndex index(few_words(), indexed_text, options);
  const IndexSettings& settings = index->settings();
  EXPECT_EQ(settings, index.summary().settings);
  EXPECT_EQ(settings.vectors_fingerprint, few_words().fingerprint());
  EXPECT_EQ(settings.vectors_size, 4U);
  EXPECT_EQ(settings.tokenizer, TokenizerKind::whitespace);
  EXPECT_TRUE(settings.lowercase);  // no vector has capitals
  EXPECT_EQ(settings.per_word, 7U);
  EXPECT_EQ(settings.max_tokens, 3U);
  EXPECT_EQ(settings.seed, 0xFFFFFFFFFFFFFFFF);
  EXPECT_EQ(settings.novel_min, 2U);
  EXPECT_EQ(settings.listed_size, 2U);
  EXPECT_EQ(index->totals().lines, 4U);
}

TEST(ContextIndex, RefusesOtherVectors) {
  const TextIndex index(few_words(), indexed_text);
  EXPECT_NO_THROW(index->check_vectors(few_words()));
  const auto refused = [&](const Embeddings& other) {
    const Error error = error_of([&] { index->check_vectors(other); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr(index.path() + ": this index was made with other vectors"));
  };
  refused(vectors_of({"the", "fruit", "ripe"}));
  refused(vectors_of({"fruit", "the", "ripe", "unseen"}));
  refused(make_embeddings({"the", "fruit", "ripe", "unseen"}, 1, {0.5, 1.5, 2.5, 3.25}));
  refused(make_embeddings({"the", "fruit"}, 2, {0.5, 1.5, 2.5, 3.5}));
}

TEST(ContextIndex, KnowsItsVectorsInAnyFormat) {
  const TextIndex index(few_words(), indexed_text);
  const Scratch scratch;
  for (const char* name : {"v.txt", "v.bin", "v.safetensors"}) {
    write_vectors(few_words(), scratch.path(name));
    EXPECT_NO_THROW(index->check_vectors(read_vectors(scratch.path(name)).embeddings)) << name;
  }
}

TEST(ContextIndex, MayBeReadByManyThreads) {
  const TextIndex index(few_words(), indexed_text, with_novel_words());
  run_on_threads(4, [&] { use_everything(*index); });
}

TEST(ContextIndex, CutAtAnyByteIsRefused) {
  const std::string whole = TextIndex(few_words(), indexed_text, with_novel_words()).bytes();
  const Scratch scratch;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string path = scratch.file("cut.ctx", std::string_view(whole).substr(0, size));
    EXPECT_THROW(ContextIndex{path}, Error) << size;
  }
  EXPECT_THROW(ContextIndex{scratch.file("longer.ctx", whole + '\0')}, Error);
}

TEST(ContextIndex, AnyFlippedBitIsNoticedAtTheLatestWhenUsed) {
  const std::string whole = TextIndex(few_words(), indexed_text, with_novel_words()).bytes();
  const Scratch scratch;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const std::string path = scratch.file("flipped.ctx", flipped);
    EXPECT_THROW(use_everything(ContextIndex(path)), Error) << bit;
    EXPECT_THROW(ContextIndex(path).view(), Error) << bit;
  }
}

TEST(ContextIndex, OtherFilesAreRefused) {
  const Scratch scratch;
  const auto refused = [&](const std::string& path) {
    return error_of([&] { const ContextIndex index(path); });
  };
  EXPECT_EQ(refused(scratch.path("absent.ctx")).kind(), ErrorKind::io);
  EXPECT_EQ(refused(scratch.file("empty.ctx", "")).kind(), ErrorKind::damaged);
  EXPECT_THROW(ContextIndex{scratch.file("text.ctx", "The pomelo is a fruit.\n")}, Error);
  write_vectors(few_words(), scratch.path("v.safetensors"));
  const Error error = refused(scratch.path("v.safetensors"));
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(),
              HasSubstr("v.safetensors is a file of tensors, but not a context index"));
}

// The arrays and metadata of a file, to be changed and written with right checksums: what whoever
// means harm would do.
struct Parts {
  std::map<std::string, std::string> metadata;
  std::map<std::string, std::vector<std::uint64_t>> longs;
  std::map<std::string, std::vector<std::uint32_t>> ints;
  std::map<std::string, std::vector<std::uint16_t>> shorts;
  std::map<std::string, std::vector<char>> bytes;

  explicit Parts(const std::string& path) {
    const TensorFile file(path);
    metadata = file.metadata();
    for (const auto& [name, tensor] : file.tensors()) {
      if (tensor.type == "U64") copy(file, name, longs[name]);
      if (tensor.type == "U32") copy(file, name, ints[name]);
      if (tensor.type == "U16") copy(file, name, shorts[name]);
      if (tensor.type == "U8") copy(file, name, bytes[name]);
    }
  }

  void write(const std::string& path) const {
    TensorFileWriter writer(metadata);
    const auto add = [&](const auto& arrays) {
      for (const auto& [name, values] : arrays)
        writer.add(name, {values.size()}, std::span(values));
    };
    add(longs);
    add(ints);
    add(shorts);
    add(bytes);
    writer.write(path, 1, nullptr);
  }

 private:
  template <class T>
  static void copy(const TensorFile& file, const std::string& name, std::vector<T>& values) {
    const std::span<const T> found = file.tensor<T>(name);
    values.assign(found.begin(), found.end());
  }
};

class HostileContextIndex : public testing::Test {
 protected:
  // What is thrown at the latest when all of a file, changed so, is used.
  Error refusal(const std::function<void(Parts&)>& change) {
    write(change);
    return error_of([&] { use_everything(ContextIndex(path_)); });
  }

  void write(const std::function<void(Parts&)>& change) {
    Parts parts(whole_.path());
    change(parts);
    parts.write(path_);
  }

  const TextIndex whole_{few_words(), indexed_text, with_novel_words()};
  const Scratch scratch_;
  const std::string path_ = scratch_.path("hostile.ctx");
};

TEST_F(HostileContextIndex, WordsThatAreNotUtf8AreRefused) {
  EXPECT_EQ(refusal([](Parts& parts) { parts.bytes["word_bytes"].at(0) = '\xFF'; }).kind(),
            ErrorKind::malformed);
}

TEST_F(HostileContextIndex, ReSignedChangesAreRefusedOrMakeSense) {
  std::ifstream file(whole_.path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  for_each_resigned_flip(bytes, 1000, [&](const std::string& changed) {
    std::ofstream(path_, std::ios::binary) << changed;
    try {
      const ContextIndex index(path_);
      use_everything(index);
      (void)index.view(1);
    } catch (const Error&) {
    }
  });
}

TEST_F(HostileContextIndex, AFileWrittenAgainUnchangedIsFine) {
  write([](Parts&) {});
  EXPECT_NO_THROW(use_everything(ContextIndex(path_)));
}

TEST_F(HostileContextIndex, ArraysThatAreMissingOrOfAnotherSizeAreRefused) {
  const Parts parts(whole_.path());
  const auto check = [&](auto arrays) {
    const auto names = parts.*arrays;
    for (const auto& [name, values] : names) {
      const auto key = name;
      EXPECT_EQ(refusal([&](Parts& p) { (p.*arrays).erase(key); }).kind(), ErrorKind::malformed);
      if (key == "sentence_bytes" || key == "word_bytes") continue;  // delimited by others
      EXPECT_EQ(refusal([&](Parts& p) { (p.*arrays)[key].push_back({}); }).kind(),
                ErrorKind::malformed)
          << key;
      EXPECT_EQ(refusal([&](Parts& p) { (p.*arrays)[key].pop_back(); }).kind(),
                ErrorKind::malformed)
          << key;
      EXPECT_EQ(refusal([&](Parts& p) { (p.*arrays)[key].clear(); }).kind(), ErrorKind::malformed)
          << key;
    }
  };
  check(&Parts::longs);
  check(&Parts::ints);
  check(&Parts::shorts);
  check(&Parts::bytes);
}

TEST_F(HostileContextIndex, MetadataThatIsMissingOrNoNumberIsRefused) {
  const Parts parts(whole_.path());
  for (const auto& [name, value] : parts.metadata) {
    const std::string key = name;
    EXPECT_THROW(throw refusal([&](Parts& p) { p.metadata.erase(key); }), Error) << key;
    if (key == "lowercase") continue;
    for (const char* wrong : {"", "x", "-1", "1.5", " 1", "99999999999999999999"})
      EXPECT_EQ(refusal([&](Parts& p) { p.metadata[key] = wrong; }).kind(),
                key == "version" ? ErrorKind::unsupported : ErrorKind::malformed)
          << key << " = " << wrong;
  }
}

TEST_F(HostileContextIndex, OtherVersionsAreRefusedWithAdvice) {
  const Error error = refusal([](Parts& p) { p.metadata["version"] = "2"; });
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(),
              HasSubstr("a context index of version 2; this program reads version 1"));
}

TEST_F(HostileContextIndex, MoreVectorsThanWordsAreRefused) {
  for (const char* size : {"10", "5", "3", "0", "18446744073709551615"})
    EXPECT_EQ(refusal([&](Parts& p) { p.metadata["vectors_size"] = size; }).kind(),
              ErrorKind::malformed)
        << size;
}

TEST_F(HostileContextIndex, OffsetsOutOfOrderOrBeyondTheEndAreRefused) {
  for (const char* name : {"posting_offsets", "sentence_offsets", "word_offsets"})
    for (const std::uint64_t wrong : {std::uint64_t{1'000'000}, ~std::uint64_t{0}})
      for (std::size_t i = 0; i < Parts(whole_.path()).longs[name].size(); ++i)
        EXPECT_EQ(refusal([&](Parts& p) { p.longs[name][i] = wrong; }).kind(), ErrorKind::malformed)
            << name << " " << i;
}

TEST_F(HostileContextIndex, PostingsWithoutSentenceOrPlaceInItAreRefused) {
  for (std::size_t i = 0; i < Parts(whole_.path()).ints["posting_sentences"].size(); ++i) {
    const auto sentence = [&](Parts& p) { p.ints["posting_sentences"][i] = 4; };
    const auto position = [&](Parts& p) { p.shorts["posting_positions"][i] = 0xFFFF; };
    EXPECT_EQ(refusal(sentence).kind(), ErrorKind::malformed) << i;
    EXPECT_EQ(refusal(position).kind(), ErrorKind::malformed) << i;
  }
}

TEST_F(HostileContextIndex, TokensWithoutARowAreRefused) {
  EXPECT_EQ(refusal([](Parts& p) { p.bytes["sentence_bytes"][0] = 5; }).kind(),
            ErrorKind::malformed);
  EXPECT_EQ(refusal([](Parts& p) { p.bytes["sentence_bytes"].back() = '\x80'; }).kind(),
            ErrorKind::malformed);
}

TEST_F(HostileContextIndex, SentencesOutOfOrderAreNotMerged) {
  EXPECT_EQ(refusal([](Parts& p) { p.longs["priorities"][0] = ~std::uint64_t{0}; }).kind(),
            ErrorKind::malformed);
}

TEST_F(HostileContextIndex, AWordIndexFullOfNonsenseIsRefused) {
  for (const std::uint32_t wrong : {10U, 0xFFFFFFFFU})
    EXPECT_EQ(refusal([&](Parts& p) {
                for (std::uint32_t& slot : p.ints["word_index"]) slot = wrong;
              }).kind(),
              ErrorKind::malformed);
}

TEST_F(HostileContextIndex, RepeatedWordsAreNotMerged) {
  const Error error = refusal([](Parts& p) {  // "fruit" becomes a second "the", and "fr" a part of
    p.bytes["word_bytes"] = {'t', 'h', 'e', 't', 'h', 'e', 'x', 'y'};  // nothing
    p.longs["word_offsets"] = {0, 3, 6, 7, 8, 8, 8, 8, 8, 8};
  });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
}

TEST_F(HostileContextIndex, IndexesOfDifferentSizesAreNotMerged) {
  write([](Parts& p) {  // the last word of the vectors counts as a novel one
    p.metadata["vectors_size"] = "3";
    p.bytes["listed"].insert(p.bytes["listed"].begin(), 1);
  });
  const ContextIndex smaller(path_);
  for (const auto& views :
       {std::vector{smaller.view(), whole_->view()}, std::vector{whole_->view(), smaller.view()}})
    EXPECT_EQ(error_of([&] { merge_indexes(views, Scratch().path("out")); }).kind(),
              ErrorKind::usage);
}

}  // namespace
}  // namespace oovec
