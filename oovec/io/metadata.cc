#include "oovec/io/metadata.h"

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec::inline io {

void MetadataReader::check_format(const std::string& format, const std::string& version,
                                  const std::string& description) const {
  const auto found = file_.metadata().find("format");
  if (found == file_.metadata().end() || found->second != format)
    throw Error(ErrorKind::malformed,
                fmt::format("{} is a file of tensors, but not {}; name another file", file_.path(),
                            description));
  if (text("version") != version)
    throw Error(ErrorKind::unsupported,
                fmt::format("{}: {} of version {}; this program reads version {}: use a newer "
                            "oovec or {}",
                            file_.path(), description, text("version"), version, remedy_));
}

const std::string& MetadataReader::text(const std::string& name) const {
  const auto found = file_.metadata().find(name);
  if (found == file_.metadata().end()) refuse(name);
  return found->second;
}

std::string MetadataReader::text_or(const std::string& name, std::string_view otherwise) const {
  const auto found = file_.metadata().find(name);
  return found == file_.metadata().end() ? std::string(otherwise) : found->second;
}

void MetadataReader::flag(const std::string& name, bool& value) const {
  const std::string& word = text(name);
  if (word != "on" && word != "off") refuse(name);
  value = word == "on";
}

void MetadataReader::refuse(const std::string& name) const {
  throw Error(ErrorKind::malformed,
              fmt::format("{}: the metadata has no valid \"{}\"; {}", file_.path(), name, remedy_));
}

}  // namespace oovec::inline io
