#include "oovec/text/language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/text/language_table.h"
#include "oovec/text/tokenizer.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> tokens_in(const char* language, std::string_view line,
                                   Lowercase lowercase = Lowercase::off) {
  Tokenizer tokenizer({TokenizerKind::words, lowercase, language});
  std::vector<std::string> tokens;
  tokenizer.start(line);
  while (const Sentence* sentence = tokenizer.next())
    for (const Token& token : sentence->tokens) tokens.emplace_back(token.text);
  return tokens;
}

std::size_t sentences_in(const char* language, std::string_view line) {
  Tokenizer tokenizer({TokenizerKind::words, Lowercase::off, language});
  std::size_t count = 0;
  tokenizer.start(line);
  while (tokenizer.next()) ++count;
  return count;
}

TEST(LanguageTag, IsAnyOfBcp47) {
  EXPECT_EQ(canonical_language("auto"), "und");
  EXPECT_EQ(canonical_language("und"), "und");
  EXPECT_EQ(canonical_language("tr"), "tr");
  EXPECT_EQ(canonical_language("PT-br"), "pt-BR");
  EXPECT_EQ(canonical_language("pt_BR"), "pt-BR");
  EXPECT_EQ(canonical_language("zh-hant-TW"), "zh-Hant-TW");
  EXPECT_EQ(canonical_language("sr-Latn"), "sr-Latn");
  EXPECT_EQ(canonical_language("deu"), "de");
  EXPECT_EQ(canonical_language("gsw"), "gsw");
}

TEST(LanguageTag, OfNoLanguageIsRefused) {
  for (const char* tag : {"", "x", "english", "jp", "cz", "en-", "-en", "e n", "12", "français"}) {
    const Error error = error_of([&] { (void)canonical_language(tag); });
    EXPECT_EQ(error.kind(), ErrorKind::usage) << tag;
    EXPECT_THAT(error.what(), HasSubstr(std::string("`language` is \"") + tag + '"'));
    EXPECT_THAT(error.what(), HasSubstr("en, de, fr"));
    EXPECT_FALSE(is_language(tag));
  }
}

TEST(LanguageRules, AreThoseOfTheLanguageWhateverTheRegion) {
  EXPECT_EQ(language_rules("de-AT").language, "de");
  EXPECT_TRUE(same_language_rules("fr", "fr-CA"));
  EXPECT_FALSE(same_language_rules("fr", "it"));
}

TEST(LanguageRules, OfUndeterminedTextAreThoseOfEnglish) {
  EXPECT_TRUE(same_language_rules("und", "en"));
  EXPECT_TRUE(same_language_rules("auto", "en-GB"));
  EXPECT_FALSE(same_language_rules("und", "fi"));
}

TEST(LanguageRules, OfOthersAreUnicodesAlone) {
  EXPECT_TRUE(same_language_rules("fi", "zh"));
  EXPECT_THAT(tokens_in("fi", "Mr. Smith's l'eau"), ElementsAre("Mr", "Smith's", "l'eau"));
  EXPECT_EQ(sentences_in("fi", "Mr. Smith."), 2U);
  EXPECT_EQ(sentences_in("fi", "J. Smith."), 1U);
}

TEST(LanguageTable, HasEveryLanguageOnceAndEnglishFirst) {
  std::vector<std::string> languages;
  languages.reserve(language_table().size());
  for (const LanguageRules& rules : language_table()) {
    languages.emplace_back(rules.language);
    EXPECT_TRUE(is_language(rules.language));
  }
  EXPECT_EQ(languages.front(), "en");
  std::sort(languages.begin(), languages.end());
  EXPECT_EQ(std::unique(languages.begin(), languages.end()), languages.end());
}

TEST(Languages, SplitOffElidedWords) {
  EXPECT_THAT(tokens_in("fr", "L'homme qu’il n'a d'yeux aujourd'hui"),
              ElementsAre("L'", "homme", "qu’", "il", "n'", "a", "d'", "yeux", "aujourd'hui"));
  EXPECT_THAT(tokens_in("it", "La commedia dell'arte, un'altra"),
              ElementsAre("La", "commedia", "dell'", "arte", "un'", "altra"));
  EXPECT_THAT(tokens_in("ca", "l'home posa'l"), ElementsAre("l'", "home", "posa", "'l"));
  EXPECT_THAT(tokens_in("fr", "O'Brien l' d'"), ElementsAre("O'Brien", "l", "d"));
  EXPECT_THAT(tokens_in("fr", "d'l'a"), ElementsAre("d'", "l'", "a"));
  EXPECT_THAT(tokens_in("fr", "l'👋🏽l'👋🏽"),
              ElementsAre("l", "👋🏽", "l", "👋🏽"));
  EXPECT_THAT(tokens_in("und", "L'homme"), ElementsAre("L'homme"));
}

TEST(Languages, LeaveTokenisedTextAlone) {
  Tokenizer tokenizer({TokenizerKind::whitespace, Lowercase::off, "fr"});
  tokenizer.start("l'homme l' eau");
  EXPECT_EQ(tokenizer.next()->tokens.size(), 3U);
}

TEST(Languages, SplitOffTurkishSuffixesOfNames) {
  EXPECT_THAT(tokens_in("tr", "Ankara'da İzmir’in Kur'an'ı Kur'an O'Brien'ın ANKARA'DAN"),
              ElementsAre("Ankara", "'da", "İzmir", "’in", "Kur'an", "'ı", "Kur'an", "O'Brien",
                          "'ın", "ANKARA", "'DAN"));
}

// Without a bound, a line of them would take time and stack without end.
TEST(Languages, SplitOffAFewCliticsOnly) {
  std::string word = "kitap";
  for (int i = 0; i < 50'000; ++i) word += "'da";
  const auto turkish = tokens_in("tr", word);
  ASSERT_EQ(turkish.size(), 1 + max_clitics);
  EXPECT_EQ(turkish.back(), "'da");
  std::string reassembled;
  for (const std::string& token : turkish) reassembled += token;
  EXPECT_TRUE(reassembled == word);
  std::string before;
  for (int i = 0; i < 10'000; ++i) before += "l'";
  EXPECT_EQ(tokens_in("fr", before + "homme").size(), 1 + max_clitics);
}

TEST(Languages, LowerCaseTurkishI) {
  EXPECT_THAT(tokens_in("tr", "İşlem IŞIK Istanbul ISPARTA'NIN", Lowercase::on),
              ElementsAre("işlem", "ışık", "ıstanbul", "ısparta", "'nın"));
  EXPECT_THAT(tokens_in("az", "İLIQ", Lowercase::on), ElementsAre("ilıq"));
  EXPECT_THAT(tokens_in("und", "İşlem", Lowercase::on), ElementsAre("i\u0307şlem"));
}

TEST(Languages, KnowTheirAbbreviations) {
  EXPECT_EQ(sentences_in("de", "Das gilt z. B. für Dr. Maier bzw. Frau Kunz. Es ist gut."), 2U);
  EXPECT_EQ(sentences_in("de", "Am 3. Oktober 1990 kam er. Das war gut."), 2U);
  EXPECT_EQ(sentences_in("de", "Er wurde 30. Das war gut."), 2U);
  EXPECT_EQ(sentences_in("de", "So war es 1990. Danach nicht."), 2U);
  EXPECT_EQ(sentences_in("fr", "Mme. Curie et Mgr. Dupont sont là. Elle rit."), 2U);
  EXPECT_EQ(sentences_in("es", "La Sra. García vive en EE. UU. desde hoy. Es así."), 2U);
  EXPECT_EQ(sentences_in("it", "Il dott. Rossi e la prof. Bianchi. Ecco."), 2U);
  EXPECT_EQ(sentences_in("pt", "O Sr. Silva e a Dra. Costa. Bom."), 2U);
  EXPECT_EQ(sentences_in("nl", "Dhr. Jansen en mevr. Smit komen. Goed."), 2U);
  EXPECT_EQ(sentences_in("ru", "Он жил на ул. Ленина в г. Москва. Потом уехал."), 2U);
  EXPECT_EQ(sentences_in("ru", "См. рис. 3 и стр. 5. А. С. Пушкин умер."), 2U);
  EXPECT_EQ(sentences_in("tr", "Doç. Dr. Öğr. Yılmaz geldi. Bu iyi."), 2U);
  EXPECT_EQ(sentences_in("en", "Das sagt Frau bzw. Herr Kunz."), 2U);
}

TEST(Languages, OfOtherScriptsNeedNoRules) {
  EXPECT_THAT(tokens_in("zh", "北京是中国的首都。"),
              ElementsAre("北京", "是", "中国", "的", "首都"));
  EXPECT_EQ(sentences_in("zh", "北京是首都。上海不是。"), 2U);
}

// The words of a language and, as in real vocabularies, many others.
std::vector<std::string> vocabulary_of(const char* language, std::size_t size = 2000) {
  std::vector<std::string> words;
  words.reserve(size);
  for (const std::string_view word : language_rules(language).common_words.words())
    words.emplace_back(word);
  while (words.size() < size) words.push_back("w" + std::to_string(words.size()));
  return words;
}

std::string decided(const std::vector<std::string>& words) {
  return decide_language(std::vector<std::string_view>(words.begin(), words.end()));
}

TEST(DecideLanguage, GoesByTheMostFrequentWords) {
  for (const char* language : {"en", "de", "fr", "es", "it", "pt", "nl", "ru", "tr", "az", "ca"})
    EXPECT_EQ(decided(vocabulary_of(language)), language);
}

TEST(DecideLanguage, MindsNoCapitals) {
  std::vector<std::string> words = vocabulary_of("en");
  for (std::string& word : words) word[0] = static_cast<char>(std::toupper(word[0]));
  EXPECT_EQ(decided(words), "en");
}

TEST(DecideLanguage, LeavesOpenWhatIsNotCertain) {
  EXPECT_EQ(decided({}), "und");
  EXPECT_EQ(decided(vocabulary_of("fr", 999)), "und");  // too few
  std::vector<std::string> both = vocabulary_of("fr");
  for (const std::string_view word : language_rules("de").common_words.words())
    both.insert(both.begin(), std::string(word));
  EXPECT_EQ(decided(both), "und");
  std::vector<std::string> late(1000, "w");
  for (std::string& word : late) word += std::to_string(&word - late.data());
  for (const std::string& word : vocabulary_of("fr")) late.push_back(word);
  EXPECT_EQ(decided(late), "und");  // not in order of frequency
}

TEST(DecideLanguage, GoesByLettersInAnyOrder) {
  const auto decided_by = [](const std::vector<std::string>& some, std::size_t others) {
    std::vector<std::string> words(1000);
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = i % others == 0 ? some[i / others % some.size()] + std::to_string(i)
                                 : "x" + std::to_string(i);
    return decided(words);
  };
  EXPECT_EQ(decided_by({"ağaç", "ışık"}, 4), "tr");
  EXPECT_EQ(decided_by({"əğ", "ıə"}, 4), "az");
  EXPECT_EQ(decided_by({"был", "рыба"}, 4), "ru");
  EXPECT_EQ(decided_by({"быў", "рыба"}, 4), "und");  // Belarusian
  EXPECT_EQ(decided_by({"straße", "füße"}, 4), "de");
  EXPECT_EQ(decided_by({"straße", "füße"}, 50), "und");
}

TEST(DecideLanguage, MindsNoBytesThatAreNotUtf8) {
  std::vector<std::string> words = vocabulary_of("fr");
  words[1500] = "caf\xE9";
  words[10] = "\xFF";
  EXPECT_EQ(decided(words), "fr");
}

TEST(CutClitic, LeavesWordsWhole) {
  const LanguageRules& french = language_rules("fr");
  for (const char* word : {"", "'", "l'", "'l", "eau", "x'eau", "’’"}) {
    const CutToken cut = cut_clitic(word, french);
    EXPECT_EQ(cut.first, word);
    EXPECT_EQ(cut.second, "");
  }
}

}  // namespace
}  // namespace oovec
