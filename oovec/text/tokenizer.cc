#include "oovec/text/tokenizer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/text/masks.h"
#include "oovec/text/sentence_boundaries.h"
#include "oovec/text/utf8.h"
#include "oovec/text/word_segmenter.h"

namespace oovec::inline text {
namespace {

// The length of the first piece of a line: all of it, or up to and including the last blank that
// fits, or else as many whole characters as fit.
std::size_t piece_length(std::string_view line) {
  constexpr std::size_t limit = Tokenizer::max_piece;
  if (line.size() <= limit) return line.size();
  for (std::size_t end = limit; end > 0; --end)
    if (is_blank(line[end - 1])) return end;
  std::size_t end = limit;
  while (end > limit - 3 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return end;
}

}  // namespace

struct Tokenizer::Analysis {
  TextMasks masks;
  WordSegmenter segmenter;
};

Tokenizer::Tokenizer(const TokenizerOptions& options)
    : kind_(options.tokenizer),
      lowercase_(options.lowercase == Lowercase::on),
      rules_(language_rules(options.language)),
      cuts_clitics_(kind_ == TokenizerKind::words && rules_.has_clitics()),
      analysis_(std::make_unique<Analysis>()) {}

Tokenizer::~Tokenizer() = default;

void Tokenizer::start(std::string_view line) {
  line_ = line;
  line_at_ = 0;
  next_piece();
}

const Sentence* Tokenizer::next() {
  for (;;) {
    if (sentence_begin_ == analysis_->masks.text().size()) {
      if (line_.empty()) return nullptr;
      next_piece();
    }
    const std::size_t end = find_sentence_end();
    collect_tokens(end);
    sentence_begin_ = end;
    if (token_count_ > 0) return &sentence_;
  }
}

void Tokenizer::next_piece() {
  const std::size_t length = piece_length(line_);
  load(line_.substr(0, length));
  line_.remove_prefix(length);
  line_at_ += length;
}

void Tokenizer::check_utf8(std::string_view piece) {
  const auto invalid = find_invalid_utf8(piece);
  if (!invalid) return;
  const std::size_t at = line_at_ + *invalid;
  start({});
  throw Error(
      ErrorKind::malformed,
      fmt::format("byte {} of the line is not valid UTF-8; convert the text, or have invalid "
                  "bytes replaced",
                  at));
}

void Tokenizer::load(std::string_view piece) {
  const bool words = kind_ == TokenizerKind::words;
  check_utf8(piece);
  analysis_->masks.scan(piece);
  if (analysis_->masks.unclean()) {
    clean_ = words ? clean_text(piece) : to_nfc(piece);
    analysis_->masks.scan(clean_);
  }
  if (words)
    analysis_->masks.find_words();
  else
    analysis_->masks.find_fields();
  token_count_ = 0;
  make_room(0);
  sentence_begin_ = 0;
  next_edge_ = 0;
  next_complex_ = 0;
}

std::size_t Tokenizer::find_sentence_end() const {
  const std::string_view text = analysis_->masks.text();
  if (kind_ == TokenizerKind::whitespace) return text.size();
  for (std::size_t from = sentence_begin_;;) {
    const std::size_t stop = analysis_->masks.next_stop(from);
    if (stop == text.size()) return stop;
    const auto boundary = boundary_after(text, stop);
    if (boundary && !is_exception(text, *boundary, rules_)) return *boundary;
    from = stop + 1;
  }
}

// Gathers the tokens up to `end` from the masks and, where those leave off, from ICU.
void Tokenizer::collect_tokens(std::size_t end) {
  token_count_ = 0;
  lowered_used_ = 0;
  const std::vector<Stretch>& stretches = analysis_->masks.complex_stretches();
  while (next_complex_ < stretches.size() && stretches[next_complex_].begin < end) {
    const Stretch& stretch = stretches[next_complex_];
    collect_simple(std::min(stretch.begin, end));
    collect_complex(std::max(stretch.begin, sentence_begin_), std::min(stretch.end, end));
    if (stretch.end > end) break;  // it continues in the next sentence
    ++next_complex_;
  }
  collect_simple(end);
  sentence_ = {trim(analysis_->masks.text().substr(sentence_begin_, end - sentence_begin_)),
               std::span(tokens_).first(token_count_)};
}

// Adds the tokens of the masks that begin, and so end, before `end`.
void Tokenizer::collect_simple(std::size_t end) {
  const std::uint32_t* edge = analysis_->masks.edges() + next_edge_;
  for (; edge[0] < end; edge += 2) add_word(edge[0], edge[1]);
  next_edge_ = static_cast<std::size_t>(edge - analysis_->masks.edges());
}

void Tokenizer::collect_complex(std::size_t begin, std::size_t end) {
  const auto& words =
      analysis_->segmenter.segment(analysis_->masks.text().substr(begin, end - begin));
  make_room(words.size() + (cuts_clitics_ ? (end - begin) / 2 : 0));
  for (const Stretch& word : words) add_word(begin + word.begin, begin + word.end);
}

// Room for `more` tokens, and for what the masks may hold, whose tokens have something in between.
void Tokenizer::make_room(std::size_t more) {
  const std::size_t needed = token_count_ + more + analysis_->masks.text().size() / 2 + 1;
  if (tokens_.size() < needed) tokens_.resize(needed);
}

// Adds a word and, as tokens of their own, its clitics.
inline void Tokenizer::add_word(std::size_t begin, std::size_t end) {
  if (!cuts_clitics_) return add_token(begin, end);
  std::array<std::size_t, max_clitics> suffix_ends{};  // they are found from the last to the first
  std::size_t suffixes = 0;
  for (std::size_t cuts = 0; cuts < max_clitics; ++cuts) {
    const CutToken cut = cut_clitic(analysis_->masks.text().substr(begin, end - begin), rules_);
    if (cut.second.empty()) break;
    const std::size_t middle = begin + cut.first.size();
    if (cut.proclitic) {
      add_token(begin, middle);
      begin = middle;
    } else {
      suffix_ends[suffixes++] = end;
      end = middle;
    }
  }
  add_token(begin, end);
  while (suffixes > 0) {
    begin = end;
    end = suffix_ends[--suffixes];
    add_token(begin, end);
  }
}

// Whether lower-casing a token with capitals takes more than ASCII's rules.
inline bool Tokenizer::needs_lowering(std::string_view token, std::size_t begin,
                                      std::size_t end) const {
  if (analysis_->masks.any_special(begin, end)) return true;
  return rules_.turkic && token.find('I') != std::string_view::npos;
}

inline void Tokenizer::add_token(std::size_t begin, std::size_t end) {
  const std::string_view text(analysis_->masks.text().data() + begin, end - begin);
  const bool upper = analysis_->masks.any_upper(begin, end);
  std::string_view lower(
      (upper ? analysis_->masks.lower() : analysis_->masks.text().data()) + begin, end - begin);
  if (upper && needs_lowering(text, begin, end)) lower = lowered(text);
  tokens_[token_count_++] = {lowercase_ ? lower : text, lower};
}

std::string_view Tokenizer::lowered(std::string_view token) {
  if (lowered_used_ == lowered_.size()) lowered_.emplace_back();
  std::string& place = lowered_[lowered_used_++];
  to_lower(token, place, rules_.casing());
  return place;
}

}  // namespace oovec::inline text
