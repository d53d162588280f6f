#include "lab/eval/filter.h"

#include <algorithm>

#include "oovec/base/error.h"
#include "oovec/model/context.h"

namespace oovec::lab {

std::size_t drop_related(DataFile& file, std::size_t field, const Stems& stems, Casing casing) {
  const auto is_related = [&](const DataLine& line) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < field; ++i) {
      begin = line.text.find('\t', begin);
      if (begin++ == std::string::npos) return false;  // to be refused when it is read
    }
    const std::string word = line.text.substr(begin, line.text.find('\t', begin) - begin);
    return !word.empty() && !stems.relatives(normal_word(word, casing)).empty();
  };
  const std::size_t dropped = std::erase_if(file.lines, is_related);
  if (file.lines.empty())
    throw Error(ErrorKind::usage,
                file.name + ": every test word shares its stem with a word of the vectors");
  return dropped;
}

}  // namespace oovec::lab
