#include "apps/server/json_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "oovec/text/utf8.h"

namespace oovec::server {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  std::string text;
  JsonWriter json(text);
  json.open('{').field("a", 1).key("b").open('[').close(']').key("c").open('[').value(true).null();
  json.open('{').close('}').open('{').field("d", "e").close('}').close(']');
  json.field("f", std::optional<float>()).field("g", std::optional<float>(0.5F)).close('}');
  EXPECT_EQ(text, R"({"a":1,"b":[],"c":[true,null,{},{"d":"e"}],"f":null,"g":0.5})");
}

TEST(JsonWriter, EscapesWhatStringsCannotHold) {
  std::string text;
  const std::string hard("\"\\\n\t\0\x1F</script>é", 17);
  JsonWriter(text).value(hard);
  EXPECT_EQ(text, R"("\"\\\n\u0009\u0000\u001f</script>)"
                  "\xC3\xA9\"");
  EXPECT_EQ(nlohmann::json::parse(text).get<std::string>(), hard);
}

TEST(JsonWriter, MakesUtf8OfAnything) {
  rc::check([](const std::string& bytes) {
    std::string text;
    JsonWriter(text).value(bytes);
    RC_ASSERT(nlohmann::json::parse(text).get<std::string>() == replace_invalid_utf8(bytes));
  });
}

TEST(JsonWriter, FloatsAreTheShortestThatReadTheSame) {
  std::string text;
  JsonWriter json(text);
  json.numbers(std::vector<float>{0.1F, -3, 1e-40F, 16777216, 3.4028235e38F});
  EXPECT_EQ(text, "[0.1,-3,1e-40,16777216,3.4028235e+38]");
  text.clear();
  JsonWriter(text).numbers({});
  EXPECT_EQ(text, "[]");
}

TEST(JsonWriter, NumbersThatJsonDoesNotHaveAreNull) {
  std::string text;
  JsonWriter json(text);
  json.open('[').value(std::numeric_limits<float>::infinity());
  json.value(std::numeric_limits<float>::quiet_NaN()).close(']');
  EXPECT_EQ(text, "[null,null]");
}

TEST(JsonWriter, Base64HasTheBytesOfTheNumbers) {
  std::string text;
  JsonWriter(text).base64(std::vector<float>{1, -2});
  EXPECT_EQ(text, "\"AACAPwAAAMA=\"");
}

}  // namespace
}  // namespace oovec::server
