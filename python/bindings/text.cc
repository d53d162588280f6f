// How running text is read: which words have vectors, and which do not.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "oovec/text/lookup.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/resolve_text.h"
#include "oovec/vectors/word_list.h"
#include "python/bindings/bindings.h"

namespace oovec::python {
namespace {

// Reads texts as a model does. Serves one thread at a time, as the GIL has it.
class TextReader {
 public:
  TextReader(const ModelHandle& model, const VectorsHandle& vectors)
      : TextReader(vectors, model.model->text()) {}
  explicit TextReader(const VectorsHandle& vectors)
      : TextReader(vectors, resolve_text({}, *vectors.table)) {}

  // The rows of the words that have a vector, and the words that have none.
  std::pair<std::vector<std::size_t>, std::vector<std::string>> read(std::string_view text) {
    std::pair<std::vector<std::size_t>, std::vector<std::string>> found;
    const auto add = [&](std::size_t row) { found.first.push_back(row); };
    for_each_token(text, add, [&](const Token& token, Match match) {
      if (match == Match::none) found.second.emplace_back(token.text);
    });
    return found;
  }

  // The words that have no vector of their own: read()'s, and those that only parts are known of.
  std::vector<std::string> novel_words(std::string_view text) {
    std::vector<std::string> novel;
    for_each_token(
        text, [](std::size_t) {},
        [&](const Token& token, Match match) {
          if (match == Match::none || match == Match::in_parts) novel.emplace_back(token.text);
        });
    return novel;
  }

  FoundWord look_up(std::string_view word) const { return find_word(*table_, word, text_); }

 private:
  TextReader(const VectorsHandle& vectors, TokenizerOptions text)
      : table_(vectors.table),
        text_(std::move(text)),
        rules_(language_rules(text_.language)),
        tokenizer_(text_) {}

  // Calls found(row) for each word of a token, then use(token, match).
  template <class Found, class Use>
  void for_each_token(std::string_view text, Found&& found, Use&& use) {
    const auto find = [&](std::string_view word) { return table_->find(word); };
    tokenizer_.start(text);
    while (const Sentence* sentence = tokenizer_.next())
      for (const Token& token : sentence->tokens)
        use(token, oovec::look_up(token, rules_, find, found));
  }

  std::shared_ptr<const Embeddings> table_;
  TokenizerOptions text_;
  const LanguageRules& rules_;
  Tokenizer tokenizer_;
};

}  // namespace

void bind_text(nb::module_& m) {
  nb::class_<TextReader>(m, "TextReader", "Reads texts as a model does.")
      .def(nb::init<const ModelHandle&, const VectorsHandle&>(), nb::arg("model"),
           nb::arg("vectors"))
      .def(nb::init<const VectorsHandle&>(), nb::arg("vectors"))
      .def("novel_words", &TextReader::novel_words, nb::arg("text"),
           "The words that have no vector of their own.")
      .def("read", &TextReader::read, nb::arg("text"),
           "The rows of the words that have a vector, and the words that have none.")
      .def("look_up", &TextReader::look_up, nb::arg("word"),
           "The word as the texts of the model spell it, among the vectors.");
}

}  // namespace oovec::python
