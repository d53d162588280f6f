#include "lab/baselines/stemmer.h"

#include <libstemmer.h>

#include <limits>
#include <new>

#include "oovec/base/error.h"

namespace oovec::lab {

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Stemmer::Stemmer(const std::string& language)
    : stemmer_(sb_stemmer_new(language.c_str(), "UTF_8")) {
  if (!stemmer_)
    throw Error(ErrorKind::usage,
                "there is no stemmer for the language \"" + language + "\"; try english");
}

Stemmer::~Stemmer() = default;

std::string_view Stemmer::stem(std::string_view word) {
  constexpr std::size_t longest = std::numeric_limits<int>::max();
  const sb_symbol* found =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.substr(0, longest).size()));
  if (found == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(found),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace oovec::lab
