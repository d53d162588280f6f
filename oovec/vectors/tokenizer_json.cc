#include "oovec/vectors/tokenizer_json.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "oovec/io/json.h"
#include "oovec/text/characters.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/limits.h"

namespace oovec::inline vectors {
namespace {

using TokenizerValue = nlohmann::json;

// The largest vocabularies in use have half a million entries, and as many merges.
constexpr JsonLimits tokenizer_limits = {.values = 8'000'000};
constexpr std::string_view blank_sign = "▁";       // SentencePiece writes it for a blank
constexpr std::string_view byte_blank_sign = "Ġ";  // and byte-level BPE this

Error bad_tokenizer(const std::string& name, const std::string& what) {
  return {ErrorKind::malformed,
          fmt::format("{}: {}; fetch the model again, or save it again with the library tokenizers",
                      name, what)};
}

TokenizerValue parse_value(std::string_view json, const std::string& name) {
  TokenizerValue value = parse_json(json, name, tokenizer_limits);
  if (value.is_discarded()) throw bad_tokenizer(name, "this is not JSON, or it was cut short");
  return value;
}

enum class TokenKind { word_piece, word_level, unigram, bpe };

struct RawToken {
  std::string text;
  std::uint64_t id;
  bool added = false;  // matched in the text before it is cut into pieces
  bool special = false;
};

class TokenizerParser {
 public:
  TokenizerParser(const TokenizerValue& file, const std::string& name) : file_(file), name_(name) {
    if (!file_.is_object() || !file_.contains("model") || !model().is_object() ||
        !model().contains("vocab"))
      throw bad_tokenizer(name_, "there is no model with a vocabulary");
    kind_ = find_kind();
    add_vocabulary();
    add_added_tokens();
    check_numbers();
    mark_unknown();
  }

  TokenKind kind() const { return kind_; }
  const std::vector<RawToken>& tokens() const { return tokens_; }

  // Whether the numbers are 0, 1, 2, … without gaps.
  bool is_contiguous() const {
    std::vector<bool> seen(tokens_.size());
    for (const RawToken& token : tokens_) {
      if (token.id >= seen.size() || seen[token.id]) return false;
      seen[token.id] = true;
    }
    return true;
  }

  // A text of the model, such as "continuing_subword_prefix"; empty if there is none.
  std::string setting(const char* key) const {
    const auto found = model().find(key);
    return found != model().end() && found->is_string() ? found->get<std::string>() : "";
  }

 private:
  const TokenizerValue& model() const { return file_["model"]; }

  // Files of early versions do not name the kind.
  TokenKind find_kind() const {
    const std::string type = setting("type");
    if (type == "Unigram" || (type.empty() && model()["vocab"].is_array()))
      return TokenKind::unigram;
    if (type == "BPE" || (type.empty() && model().contains("merges"))) return TokenKind::bpe;
    if (type == "WordPiece" || (type.empty() && model().contains("max_input_chars_per_word")))
      return TokenKind::word_piece;
    if (type == "WordLevel" || type.empty()) return TokenKind::word_level;
    throw Error(ErrorKind::unsupported,
                fmt::format("{}: a tokenizer of kind \"{}\"; WordPiece, WordLevel, Unigram and BPE "
                            "are supported: export the vectors of words as text",
                            name_, type));
  }

  // {"token": number, …}, or [["token", score], …] in the order of their numbers.
  void add_vocabulary() {
    const TokenizerValue& vocabulary = model()["vocab"];
    tokens_.reserve(vocabulary.size());
    if (vocabulary.is_array()) {
      for (const TokenizerValue& entry : vocabulary) {
        if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string())
          throw bad_tokenizer(name_, "an entry of the vocabulary is no pair of token and score");
        add({entry[0].get<std::string>(), tokens_.size()});
      }
    } else if (vocabulary.is_object()) {
      for (const auto& [text, id] : vocabulary.items()) add({text, number(id)});
    } else {
      throw bad_tokenizer(name_, "the vocabulary is neither an object nor an array");
    }
  }

  void add_added_tokens() {
    const auto found = file_.find("added_tokens");
    if (found == file_.end() || found->is_null()) return;
    if (!found->is_array()) throw bad_tokenizer(name_, "\"added_tokens\" is no array");
    for (const TokenizerValue& entry : *found) {
      if (!entry.is_object() || !entry.contains("content") || !entry["content"].is_string() ||
          !entry.contains("id"))
        throw bad_tokenizer(name_, "an added token lacks \"content\" or \"id\"");
      const auto special = entry.find("special");
      const bool is_special =
          special != entry.end() && special->is_boolean() && special->get<bool>();
      add({entry["content"].get<std::string>(), number(entry["id"]), true, is_special});
    }
  }

  // The number of the vocabulary counts, as it does for the library.
  void add(RawToken token) {
    const auto [place, is_new] = places_.try_emplace(token.text, tokens_.size());
    if (is_new || !token.added) {
      tokens_.push_back(std::move(token));
    } else {
      tokens_[place->second].added = true;
      tokens_[place->second].special |= token.special;
    }
  }

  // Two tokens of one number would have one row, of which at least one of them knows nothing.
  void check_numbers() const {
    std::unordered_map<std::uint64_t, std::size_t> owners;
    owners.reserve(tokens_.size());
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (const auto [place, is_new] = owners.try_emplace(tokens_[i].id, i); !is_new)
        throw bad_tokenizer(
            name_, fmt::format("the tokens \"{}\" and \"{}\" have the number {}",
                               tokens_[place->second].text, tokens_[i].text, tokens_[i].id));
  }

  void mark_unknown() {
    if (const auto found = places_.find(setting("unk_token")); found != places_.end())
      tokens_[found->second].special = true;
    const auto unknown = model().find("unk_id");
    if (kind_ != TokenKind::unigram || unknown == model().end() || unknown->is_null()) return;
    const std::uint64_t id = number(*unknown);
    for (RawToken& token : tokens_)
      if (token.id == id) token.special = true;
  }

  std::uint64_t number(const TokenizerValue& value) const {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > max_words)
      throw bad_tokenizer(name_, "a token has no valid number");
    return value.get<std::uint64_t>();
  }

  const TokenizerValue& file_;
  const std::string& name_;
  TokenKind kind_{};
  std::vector<RawToken> tokens_;
  std::unordered_map<std::string, std::size_t> places_;  // of the first token of a text
};

// "[PAD]", "<s>", "[unused12]", "<0x0A>": no text has such words.
bool looks_special(std::string_view text) {
  return text.size() > 2 && ((text.front() == '[' && text.back() == ']') ||
                             (text.front() == '<' && text.back() == '>'));
}

// Byte-level BPE writes every byte as a printable character: those that are printable in Latin-1
// stand for themselves, the others are numbered from 256. Nothing for any other character.
std::optional<char> byte_of_sign(char32_t sign) {
  const auto stands_for_itself = [](char32_t c) {
    return (c >= 0x21 && c <= 0x7E) || (c >= 0xA1 && c <= 0xAC) || (c >= 0xAE && c <= 0xFF);
  };
  if (stands_for_itself(sign)) return static_cast<char>(sign);
  char32_t number = 256;
  for (char32_t byte = 0; byte < 256; ++byte)
    if (!stands_for_itself(byte) && number++ == sign) return static_cast<char>(byte);
  return std::nullopt;
}

// Nothing unless the bytes are UTF-8: else the token is a part of a character.
std::optional<std::string> decode_byte_signs(std::string_view token) {
  std::string bytes;
  for (std::size_t at = 0; at < token.size();) {
    const auto [sign, length] = decode(token, at);
    const auto byte = byte_of_sign(sign);
    if (!byte) return std::nullopt;
    bytes += *byte;
    at += length;
  }
  if (find_invalid_utf8(bytes)) return std::nullopt;
  return bytes;
}

std::string with_blanks(std::string_view token) {
  std::string text;
  while (!token.empty()) {
    const std::size_t end = std::min(token.find(blank_sign), token.size());
    text += token.substr(0, end);
    token.remove_prefix(end);
    if (token.empty()) break;
    text += ' ';
    token.remove_prefix(blank_sign.size());
  }
  return text;
}

bool is_unspaced(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const auto [code_point, length] = decode(word, at);
    if (!is_of_unspaced_script(code_point)) return false;
    at += length;
  }
  return !word.empty();
}

// How tokens say that they begin, end or continue a word.
class WordMarks {
 public:
  explicit WordMarks(const TokenizerParser& file) {
    const bool pieces = file.kind() == TokenKind::word_piece || file.kind() == TokenKind::bpe;
    if (pieces) continuing_ = file.setting("continuing_subword_prefix");
    if (file.kind() == TokenKind::bpe) ending_ = file.setting("end_of_word_suffix");
    if (file.kind() == TokenKind::unigram || file.kind() == TokenKind::bpe) {
      const auto count = [&](std::string_view sign) {
        return std::count_if(file.tokens().begin(), file.tokens().end(),
                             [&](const RawToken& token) { return token.text.starts_with(sign); });
      };
      const auto blanks = count(blank_sign);
      const auto byte_blanks = count(byte_blank_sign);
      bytes_ = byte_blanks > blanks;
      blanks_ = blanks > 0 && !bytes_;
    }
  }

  // Whether blanks before a word belong to its token.
  bool take_blanks() const { return bytes_ || blanks_; }

  // The word that a token stands for, if it stands for a whole one. `weak` is set for words that
  // have no blank before them, for which there may be another token that has.
  std::optional<std::string> word_of(const RawToken& token, bool& weak) const {
    weak = false;
    if (token.special || looks_special(token.text)) return std::nullopt;
    if (token.added) return std::string(trim(token.text));
    const std::string_view text = token.text;
    if (bytes_ || blanks_) {
      const auto decoded =
          bytes_ ? decode_byte_signs(text) : std::optional<std::string>(with_blanks(text));
      if (!decoded) return std::nullopt;
      if (decoded->starts_with(' ')) return decoded->substr(1);
      weak = true;
      return is_unspaced(*decoded) ? decoded : std::nullopt;
    }
    if (!continuing_.empty() && text.size() > continuing_.size() && text.starts_with(continuing_))
      return std::nullopt;
    if (ending_.empty()) return token.text;
    if (!text.ends_with(ending_)) return std::nullopt;
    return std::string(text.substr(0, text.size() - ending_.size()));
  }

 private:
  std::string continuing_;  // "##"
  std::string ending_;      // "</w>"
  bool blanks_ = false;     // "▁" for blanks
  bool bytes_ = false;      // "Ġ", and a sign for every other byte
};

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || c == '_' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z');
}

// Whether a part of the token between signs is one of the words: "shirt" in "t-shirt".
bool has_part(std::string_view token, const Embeddings& words) {
  std::vector<std::size_t> cuts = {0};
  for (std::size_t i = 0; i < token.size(); ++i)
    if (!is_word_byte(token[i])) cuts.insert(cuts.end(), {i, i + 1});
  if (cuts.size() == 1) return false;
  cuts.push_back(token.size());
  for (std::size_t a = 0; a < cuts.size(); ++a)
    for (std::size_t b = a + 1; b < cuts.size(); ++b)
      if (cuts[a] < cuts[b] && words.find(token.substr(cuts[a], cuts[b] - cuts[a]))) return true;
  return false;
}

// Adds words as "added tokens", which the library finds in a text before it cuts the rest into
// pieces: so any word can be a token, and how all other words are cut does not change.
class TokenAdder {
 public:
  TokenAdder(TokenizerValue& file, const TokenizerParser& parser) : parser_(parser), file_(file) {
    TokenizerValue& added = file["added_tokens"];
    if (added.is_null()) added = TokenizerValue::array();
    const auto normalizer = file.find("normalizer");
    blanks_change_ =
        normalizer != file.end() && normalizer->dump().find(blank_sign) != std::string::npos;
    const WordMarks marks(parser);
    takes_blanks_ = blanks_change_ || marks.take_blanks();
    for (const RawToken& token : parser.tokens()) {
      bool weak = false;
      known_.insert(marks.word_of(token, weak).value_or(token.text));
    }
  }

  void add(const Embeddings& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
      add_token(words.word(i), parser_.tokens().size() + i, is_own_spelling(words.word(i)));
    const bool whole =
        parser_.kind() == TokenKind::word_level || parser_.kind() == TokenKind::word_piece;
    if (!whole) return;
    // Else "shirt" would take the place of a part of "t-shirt".
    for (const RawToken& token : parser_.tokens())
      if (!token.added && token.text.size() <= max_protected && has_part(token.text, words))
        add_token(token.text, token.id, true);
  }

 private:
  static constexpr std::size_t max_protected = 256;

  // With `normalized` a word is looked for in normalised text, and so in every case and spelling
  // that the tokenizer does not tell apart. Not if that would take the place of another token.
  bool is_own_spelling(std::string_view word) {
    const std::string folded = to_folded(word);
    return known_.insert(folded).second || folded == word;
  }

  void add_token(std::string_view word, std::uint64_t id, bool normalized) {
    file_["added_tokens"].push_back({{"id", id},
                                     {"content", word},
                                     {"single_word", true},
                                     {"lstrip", takes_blanks_},
                                     {"rstrip", blanks_change_},
                                     {"normalized", normalized && !blanks_change_},
                                     {"special", false}});
  }

  const TokenizerParser& parser_;
  TokenizerValue& file_;
  bool blanks_change_ = false;  // into "▁" by normalisation
  bool takes_blanks_ = false;
  std::unordered_set<std::string> known_;
};

}  // namespace

TokenizerWords parse_tokenizer(std::string_view json, const std::string& name) {
  const TokenizerValue value = parse_value(json, name);
  const TokenizerParser file(value, name);
  const WordMarks marks(file);
  TokenizerWords result;
  result.tokens = file.tokens().size();
  result.words.reserve(result.tokens);
  std::vector<WordToken> weak_words;
  std::unordered_set<std::string> strong;
  for (const RawToken& token : file.tokens()) {
    bool weak = false;
    auto word = marks.word_of(token, weak);
    if (!word || word->empty()) {
      result.others.insert(token.text);
    } else {
      if (*word != token.text) result.others.insert(token.text);
      (weak ? weak_words : result.words).push_back({std::move(*word), token.id});
    }
  }
  for (const WordToken& token : result.words) strong.insert(token.word);
  for (WordToken& token : weak_words)
    if (!strong.contains(token.word)) result.words.push_back(std::move(token));
  std::stable_sort(result.words.begin(), result.words.end(),
                   [](const WordToken& a, const WordToken& b) { return a.id < b.id; });
  return result;
}

std::string add_tokens(std::string_view json, const std::string& name, const Embeddings& added) {
  TokenizerValue value = parse_value(json, name);
  const TokenizerParser parser(value, name);
  if (!parser.is_contiguous())
    throw Error(ErrorKind::unsupported,
                name +
                    ": the numbers of the tokens have gaps, so no token can be added; load the "
                    "model with model2vec, save it again, and use that");
  TokenAdder(value, parser).add(added);
  return value.dump();
}

}  // namespace oovec::inline vectors
