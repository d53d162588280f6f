#include "oovec/corpus/index_plan.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/resolve_text.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline corpus {
namespace {

// The listed words, spelled as tokens are, each list in byte order, each word once.
struct ListedTargets {
  std::vector<std::string> novel;    // without a vector
  std::vector<std::string> phrases;  // of several tokens, with a vector
};

// The words that have a vector, among others maybe.
struct VectorWords {
  const VocabularyView& words;
  std::size_t size;

  std::optional<std::size_t> find(std::string_view word) const {
    const auto found = words.find(word);
    return found && *found < size ? found : std::nullopt;
  }
};

void sort_unique(std::vector<std::string>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

std::string replaced(std::string word, char from, char to) {
  std::replace(word.begin(), word.end(), from, to);
  return word;
}

// Vectors have a word of several tokens as "ice cream" or as "ice_cream".
std::optional<std::size_t> find_row(const VectorWords& vectors, const std::string& word) {
  const auto row = vectors.find(word);
  return row ? row : vectors.find(replaced(word, ' ', '_'));
}

std::vector<std::string> split_target(const std::string& word, Tokenizer& tokenizer) {
  std::vector<std::string> tokens;
  tokenizer.start(word);
  while (const Sentence* sentence = tokenizer.next())
    for (const Token& token : sentence->tokens) tokens.emplace_back(token.text);
  if (tokens.size() > max_target_tokens)
    throw Error(ErrorKind::usage, fmt::format("\"{}\" has {} tokens; a word of a list may have up "
                                              "to {}",
                                              word, tokens.size(), max_target_tokens));
  return tokens;
}

// "ice  cream" is "ice cream".
void join_blanks(std::string& word) {
  const auto blanks = [](char a, char b) { return is_blank(a) && is_blank(b); };
  word.erase(std::unique(word.begin(), word.end(), blanks), word.end());
  std::ranges::replace_if(word, is_blank, ' ');
}

ListedTargets listed_targets(const VectorWords& vectors, const TokenizerOptions& text,
                             const std::vector<std::string>& words) {
  ListedTargets listed;
  Tokenizer tokenizer(text);
  for (std::string& word : normal_words(words, text.casing())) {
    auto row = find_row(vectors, word);
    if (!row) {
      join_blanks(word);
      row = find_row(vectors, word);
    }
    if (row) {
      std::string spelled = replaced(std::string(vectors.words.word(*row)), '_', ' ');
      if (split_target(spelled, tokenizer).size() > 1)
        listed.phrases.emplace_back(vectors.words.word(*row));
    } else {
      listed.novel.push_back(std::move(word));
    }
  }
  sort_unique(listed.novel);
  sort_unique(listed.phrases);
  return listed;
}

// `targets` has the words of the vectors, then the listed ones.
void add_phrases(const VocabularyView& targets, const ListedTargets& listed,
                 const TokenizerOptions& text, PhraseTable& phrases) {
  Tokenizer tokenizer(text);
  const auto add = [&](const std::string& word, const std::string& spelled) {
    const std::vector<std::string> tokens = split_target(spelled, tokenizer);
    if (tokens.size() > 1) phrases.add(tokens, static_cast<std::uint32_t>(*targets.find(word)));
  };
  for (const std::string& word : listed.novel) add(word, word);
  for (const std::string& word : listed.phrases) add(word, replaced(word, '_', ' '));
}

void set_listed(const ListedTargets& listed, IndexSettings& settings) {
  settings.listed_size = listed.novel.size() + listed.phrases.size();
  settings.listed_fingerprint = 0;
  for (const auto* words : {&listed.novel, &listed.phrases})
    for (const std::string& word : *words)
      settings.listed_fingerprint = hash64(word, settings.listed_fingerprint);
}

IndexSettings make_settings(const Embeddings& vectors, const TokenizerOptions& text,
                            const IndexOptions& options) {
  IndexSettings settings;
  settings.vectors_fingerprint = vectors.fingerprint(options.threads);
  settings.vectors_size = vectors.size();
  settings.tokenizer = text.tokenizer;
  settings.lowercase = text.lowercase == Lowercase::on;
  settings.language = text.language;
  settings.per_word = options.per_word;
  settings.window = options.context.window;
  // A window is all there is of a context.
  settings.max_tokens = settings.window > 0 ? settings.window : options.max_tokens;
  settings.seed = options.seed;
  settings.novel_min = options.novel_min;
  return settings;
}

}  // namespace

IndexPlan::IndexPlan(const Embeddings& vectors, const IndexOptions& options)
    : settings_(make_settings(vectors, resolve_text(options.text, vectors), options)),
      vector_words_(vectors.words()),
      targets_(vectors.words()),
      phrases_(language_rules(settings_.language)) {
  const TokenizerOptions text = settings_.text();
  const ListedTargets listed = listed_targets({vector_words_, vectors.size()}, text, options.words);
  set_listed(listed, settings_);
  if (!listed.novel.empty()) {
    with_listed_ = Vocabulary(vectors.words());
    for (const std::string& word : listed.novel) with_listed_.insert(word);
    targets_ = with_listed_.view();
  }
  add_phrases(targets_, listed, text, phrases_);
}

IndexPlan::IndexPlan(const ContextIndex& index, const std::vector<std::string>& words, Keep keep)
    : settings_(index.settings()),
      vector_words_(index.view(1).words),
      targets_(vector_words_),
      phrases_(language_rules(settings_.language)) {
  const TokenizerOptions text = settings_.text();
  const ListedTargets listed = listed_targets({targets_, settings_.vectors_size}, text, words);
  set_listed(listed, settings_);
  if (settings_ != index.settings() || index.size() != settings_.vectors_size + listed.novel.size())
    throw Error(ErrorKind::usage, "the index was made with other `words`, or holds more words");
  add_phrases(targets_, listed, text, phrases_);
  if (keep == Keep::counts) settings_.per_word = 0;
}

Vocabulary IndexPlan::copy_vector_words() const {
  if (vector_words_.size() == settings_.vectors_size) return Vocabulary(vector_words_);
  Vocabulary words;  // inserted one by one, so that the slots are those of just these words
  for (std::size_t i = 0; i < settings_.vectors_size; ++i) words.insert(vector_words_.word(i));
  return words;
}

}  // namespace oovec::inline corpus
