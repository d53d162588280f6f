#include "oovec/experiment/json_object.h"

#include "oovec/base/error.h"

namespace oovec {

JsonObject::JsonObject(const Json& value, std::string where)
    : value_(value), where_(std::move(where)) {
  if (!value_.is_object())
    throw Error(ErrorKind::malformed, where_ + ": an object is expected, {\"key\": value, …}");
}

const Json* JsonObject::find(const std::string& key) {
  known_.insert(key);
  const auto found = value_.find(key);
  return found == value_.end() ? nullptr : &*found;
}

std::string JsonObject::text(const std::string& key, const std::string& otherwise) {
  std::string text = otherwise;
  if (const Json* found = find(key)) read(key, *found, text, {});
  return text;
}

std::vector<std::string> JsonObject::texts(const std::string& key) {
  const Json* found = find(key);
  if (!found) return {};
  if (found->is_string()) return {found->get<std::string>()};
  if (!found->is_array()) refuse(key, "must be text, or a list of texts");
  std::vector<std::string> texts;
  for (const Json& item : *found) {
    if (!item.is_string()) refuse(key, "must be text, or a list of texts");
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

bool JsonObject::flag(const std::string& key) {
  bool flag = false;
  if (const Json* found = find(key)) read(key, *found, flag, {});
  return flag;
}

std::uint64_t JsonObject::whole_number(const std::string& key, std::uint64_t otherwise,
                                       Range range) {
  std::uint64_t number = otherwise;
  if (const Json* found = find(key)) read(key, *found, number, range);
  return number;
}

void JsonObject::finish() const {
  for (const auto& [key, value] : value_.items()) {
    if (known_.contains(key)) continue;
    refuse(key, "is not known here; there are " +
                    fmt::format("{}", fmt::join(known_.begin(), known_.end(), ", ")));
  }
}

void JsonObject::refuse(const std::string& key, const std::string& what) const {
  throw Error(ErrorKind::malformed, fmt::format("{}: \"{}\": {}", where_, key, what));
}

}  // namespace oovec
