// Sources of texts for tasks that read a corpus.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "oovec/corpus/text_source.h"

namespace oovec {

// A file with a text per line.
inline std::string lines_of(const std::vector<std::string>& texts) {
  std::string lines;
  for (const std::string& text : texts) lines += text + "\n";
  return lines;
}

inline TextSource source_of(const std::vector<std::string>& texts) {
  return TextSource::of_texts(texts.begin(), texts.end());
}

// What failing_after() throws, of no kind that anyone knows.
struct NoMoreTexts {};

// Gives so many texts, and throws. Being called again, or by two threads at once, is a logic_error
// that nobody may see.
inline TextSource failing_after(std::size_t count) {
  struct State {
    std::atomic<bool> busy = false;
    std::size_t given = 0;
  };
  return TextSource([count, state = std::make_shared<State>()]() -> std::optional<std::string> {
    if (state->busy.exchange(true)) throw std::logic_error("two threads at once");
    if (state->given > count) throw std::logic_error("called again");
    if (state->given++ == count) {
      state->busy = false;
      throw NoMoreTexts();
    }
    state->busy = false;
    return "The sweet pomelo is a citrus fruit, and the pomelo is ripe.";
  });
}

}  // namespace oovec
