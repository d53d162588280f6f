// What is left of a word without its endings: "friendship" of "friendships", by the algorithms of
// Snowball (Porter 2001).
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace oovec::lab {

// Serves one thread.
class Stemmer {
 public:
  // Throws Error(usage) for a language that Snowball does not know.
  explicit Stemmer(const std::string& language = "english");
  ~Stemmer();

  // The word must be lower-cased UTF-8. Valid until the next call.
  [[nodiscard]] std::string_view stem(std::string_view word);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

}  // namespace oovec::lab
