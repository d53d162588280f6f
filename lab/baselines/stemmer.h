// Stems of words: "friendship" for "friendships", by the algorithms of Snowball (Porter 2001).
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace oovec::lab {

// A stemmer serves one thread at a time.
class Stemmer {
 public:
  // Throws Error(usage) if Snowball has no stemmer for the language.
  explicit Stemmer(const std::string& language = "english");
  ~Stemmer();

  // The word must be lower-cased UTF-8. The result is valid until the next call.
  [[nodiscard]] std::string_view stem(std::string_view word);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

}  // namespace oovec::lab
