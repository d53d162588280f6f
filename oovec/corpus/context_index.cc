#include "oovec/corpus/context_index.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/corpus/index_metadata.h"
#include "oovec/corpus/varint.h"
#include "oovec/io/tensor_file.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline corpus {
ContextIndex::ContextIndex(const std::string& path)
    : file_(std::make_shared<const TensorFile>(path)) {
  read_metadata(*file_, view_.settings, view_.totals);
  view_.counts = file_->tensor<std::uint64_t>("counts");
  view_.posting_offsets = file_->tensor<std::uint64_t>("posting_offsets");
  view_.posting_sentences = file_->tensor<std::uint32_t>("posting_sentences");
  view_.posting_positions = file_->tensor<std::uint16_t>("posting_positions");
  view_.priorities = file_->tensor<std::uint64_t>("priorities");
  view_.sentence_offsets = file_->tensor<std::uint64_t>("sentence_offsets");
  view_.sentence_bytes = file_->tensor<char>("sentence_bytes");
  view_.listed = file_->tensor<char>("listed");
  view_.words = {file_->tensor<char>("word_bytes"), file_->tensor<std::uint64_t>("word_offsets"),
                 file_->tensor<std::uint32_t>("word_index"), file_.get()};
  const std::size_t slots = view_.words.slots.size();
  if (view_.words.offsets.empty() || slots <= size() || (slots & (slots - 1)) != 0 ||
      view_.counts.size() != size() || view_.posting_offsets.size() != size() + 1 ||
      view_.posting_positions.size() != view_.posting_sentences.size() ||
      view_.sentence_offsets.size() != view_.priorities.size() + 1 ||
      view_.settings.vectors_size > size() ||
      view_.listed.size() != size() - view_.settings.vectors_size)
    inconsistent();
}

void ContextIndex::inconsistent() const {
  throw Error(ErrorKind::malformed,
              file_->path() + ": its arrays contradict each other; index the corpus again");
}

template <class T>
T ContextIndex::at(std::span<const T> values, std::size_t i) const {
  if (i >= values.size()) inconsistent();
  file_->verify(std::as_bytes(values.subspan(i, 1)));
  return values[i];
}

std::string_view ContextIndex::word(std::size_t target) const {
  const std::string_view word = view_.words.word(target);
  if (find_invalid_utf8(word)) inconsistent();
  return word;
}

std::optional<std::size_t> ContextIndex::find(std::string_view word) const {
  const auto target = view_.words.find(word);
  return target && is_visible(*target) ? target : std::nullopt;
}

FoundWord ContextIndex::look_up(std::string_view word) const {
  return find_word(word, settings().text(), [&](std::string_view exact) {
    const auto target = find(exact);
    if (target || exact.find(' ') == std::string_view::npos) return target;
    std::string joined(exact);  // as vectors spell words of several tokens
    std::replace(joined.begin(), joined.end(), ' ', '_');
    return find(joined);
  });
}

bool ContextIndex::is_visible(std::size_t target) const {
  if (target < settings().vectors_size) return true;
  return at(view_.listed, target - settings().vectors_size) != 0 ||
         count(target) >= settings().novel_min;
}

std::uint64_t ContextIndex::count(std::size_t target) const { return at(view_.counts, target); }

std::size_t ContextIndex::contexts(std::size_t target) const {
  const std::uint64_t begin = at(view_.posting_offsets, target);
  const std::uint64_t end = at(view_.posting_offsets, target + 1);
  if (begin > end || end > view_.posting_sentences.size()) inconsistent();
  return end - begin;
}

Context ContextIndex::context(std::size_t target, std::size_t i) const {
  Context found;
  context(target, i, found);
  return found;
}

void ContextIndex::context(std::size_t target, std::size_t i, Context& context) const {
  if (target >= size() || i >= contexts(target)) throw std::logic_error("there is no such context");
  const std::size_t posting = at(view_.posting_offsets, target) + i;
  const TargetPlace place = TargetPlace::of_code(at(view_.posting_positions, posting));
  sentence(at(view_.posting_sentences, posting), context.tokens);
  const auto [begin, end] = window(place, context.tokens.size());
  context.position = place.position - begin;
  context.target_tokens = place.tokens;
  context.tokens.resize(end);
  context.tokens.erase(context.tokens.begin(),
                       context.tokens.begin() + static_cast<std::ptrdiff_t>(begin));
}

std::vector<std::string_view> ContextIndex::words(const Context& context,
                                                  std::string_view target) const {
  std::vector<std::string_view> words;
  words.reserve(context.tokens.size());
  for (std::size_t place = 0; place < context.tokens.size(); ++place) {
    const IndexToken token = context.tokens[place];
    if (place == context.position)
      words.push_back(target);
    else if (!context.is_target(place))
      words.push_back(token.has_vector() ? word(token.row()) : "…");
  }
  return words;
}

void ContextIndex::sentence(std::size_t number, std::vector<IndexToken>& tokens) const {
  const std::uint64_t begin = at(view_.sentence_offsets, number);
  const std::uint64_t end = at(view_.sentence_offsets, number + 1);
  if (begin > end || end > view_.sentence_bytes.size()) inconsistent();
  const std::span<const char> bytes = view_.sentence_bytes.subspan(begin, end - begin);
  file_->verify(std::as_bytes(bytes));

  tokens.clear();
  for (std::string_view rest(bytes.data(), bytes.size()); !rest.empty();) {
    std::uint32_t code = 0;
    if (!take_varint(rest, code) || code > settings().vectors_size) inconsistent();
    tokens.push_back(IndexToken::of_code(code));
  }
  if (tokens.size() > max_sentence_tokens) inconsistent();
}

TokenRange ContextIndex::window(TargetPlace place, std::size_t length) const {
  if (place.end() > length) inconsistent();
  return {place.position - std::min<std::size_t>(place.position, settings().max_tokens),
          std::min<std::size_t>(length, place.end() + settings().max_tokens)};
}

void ContextIndex::check_vectors(const Embeddings& vectors) const {
  if (vectors.size() != settings().vectors_size ||
      vectors.fingerprint() != settings().vectors_fingerprint)
    throw Error(ErrorKind::usage,
                file_->path() +
                    ": this index was made with other vectors; use those, or index the "
                    "corpus again with these");
}

void ContextIndex::check_language(std::string_view language) const {
  if (same_language_rules(settings().language, language)) return;
  throw Error(ErrorKind::usage,
              fmt::format("{}: its text was read with `language` {}, but the model reads text with "
                          "`language` {}; index the text again with `language` {}",
                          file_->path(), settings().language, language, language));
}

const IndexView& ContextIndex::view(int threads) const {
  file_->verify_all(threads);
  const auto bounded = [](const auto& offsets, std::size_t end) {
    return std::is_sorted(offsets.begin(), offsets.end()) && offsets.back() <= end;
  };
  const auto exists = [&](std::uint32_t sentence) { return sentence < view_.sentences(); };
  if (!bounded(view_.posting_offsets, view_.posting_sentences.size()) ||
      !bounded(view_.sentence_offsets, view_.sentence_bytes.size()) ||
      !bounded(view_.words.offsets, view_.words.bytes.size()) ||
      !std::is_sorted(view_.priorities.begin(), view_.priorities.end()) ||
      !std::all_of(view_.posting_sentences.begin(), view_.posting_sentences.end(), exists))
    inconsistent();
  file_->release();
  return view_;
}

std::uint64_t ContextIndex::fingerprint() const { return file_->fingerprint(); }

}  // namespace oovec::inline corpus
