// Any bytes, read as a context index: an Error, or words and contexts that can all be asked for,
// and an index that can be merged with itself. They are read as they are and with their checksums
// put right, since whoever means harm would do that, and since otherwise hardly any input would get
// past them.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/tensor_bytes.h"
#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"

namespace {

// Runs an action of which Errors are expected, and nothing worse.
template <class Action>
void attempt(const Action& action) {
  try {
    action();
  } catch (const oovec::Error&) {
  }
}

void use_context(const oovec::ContextIndex& index, std::size_t target, std::size_t i) {
  const oovec::Context context = index.context(target, i);
  if (context.position + context.target_tokens > context.tokens.size()) std::abort();
  (void)index.words(context, index.word(target));
}

void use_target(const oovec::ContextIndex& index, std::size_t target) {
  attempt([&] { (void)index.is_visible(target); });
  attempt([&] { (void)index.count(target); });
  attempt([&] {
    const auto found = index.find(index.word(target));
    if (found && *found >= index.size()) std::abort();
  });
  attempt([&] {
    for (std::size_t i = 0; i < index.contexts(target); ++i)
      attempt([&] { use_context(index, target, i); });
  });
}

// A merged index is as consistent as if it had been made of text.
void merge_with_itself(const oovec::ContextIndex& index) {
  const oovec::IndexView& view = index.view(1);
  (void)oovec::summarize(view);
  const std::string path = "/dev/shm/oovec-fuzz-" + std::to_string(::getpid());
  oovec::merge_indexes(std::vector<oovec::IndexView>{view, view}, path, 1);
  const oovec::ContextIndex twice(path);
  ::unlink(path.c_str());
  if (twice.size() != index.size()) std::abort();
  for (std::size_t target = 0; target < twice.size(); ++target)
    if (twice.contexts(target) > twice.settings().per_word) std::abort();
  twice.view(1);
}

void fuzz(std::string_view bytes) {
  const MemoryFile file(bytes);
  attempt([&] {
    const oovec::ContextIndex index(file.path());
    for (std::size_t target = 0; target < index.size(); ++target) use_target(index, target);
    for (const std::string_view word : {"", "a", "unseen"})
      attempt([&] { (void)index.find(word); });
    merge_with_itself(index);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_tensor_file(data, size, fuzz);
}
