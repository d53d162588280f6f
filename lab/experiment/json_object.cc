#include "lab/experiment/json_object.h"

#include "oovec/base/error.h"

namespace oovec::lab {

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
  if (const Json* found = find(key)) {
    read(key, *found, text, {});
    if (text.empty()) refuse(key, "is empty; give a value, or leave it out");
  }
  return text;
}

std::vector<std::string> JsonObject::texts(const std::string& key) {
  const Json* found = find(key);
  if (!found) return {};
  if (found->is_string()) return {text(key)};
  const auto is_text = [](const Json& item) {
    return item.is_string() && !item.get<std::string>().empty();
  };
  if (!found->is_array() || found->empty() || !std::all_of(found->begin(), found->end(), is_text))
    refuse(key, "must be text, or a list of texts");
  return found->get<std::vector<std::string>>();
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
    refuse(key, fmt::format("is not a key here; the keys are {}",
                            fmt::join(known_.begin(), known_.end(), ", ")));
  }
}

void JsonObject::refuse(const std::string& key, const std::string& what) const {
  throw Error(ErrorKind::malformed, fmt::format("{}: \"{}\": {}", where_, key, what));
}

}  // namespace oovec::lab
