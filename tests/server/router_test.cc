#include "apps/server/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include <nlohmann/json.hpp>

#include "apps/server/assets.h"
#include "tests/server/refused.h"

namespace oovec::server {
namespace {

using testing::HasSubstr;

Call call_of(const std::string& method, const std::string& target) {
  Call call;
  call.request.method = method;
  call.request.target = target;
  find_route(call);
  return call;
}

TEST(Router, FindsRoutesByMethodAndPath) {
  EXPECT_EQ(call_of("POST", "/v1/infer").route->path, "/v1/infer");
  EXPECT_EQ(call_of("GET", "/v1/words?order=word").route->path, "/v1/words");
  EXPECT_EQ(call_of("GET", "/v1/words/export?min_count=2").route->path, "/v1/words/export");
  EXPECT_EQ(call_of("HEAD", "/").route->path, "/");
}

TEST(Router, DecodesTheParameterOnlyAfterwards) {
  EXPECT_EQ(call_of("GET", "/v1/words/%C3%A9t%C3%A9").parameter, "été");
  EXPECT_EQ(call_of("GET", "/v1/words/a%2Fb").parameter, "a/b");
  const Call call = call_of("GET", "/v1/words/%65xport");
  EXPECT_EQ(call.route->path, "/v1/words/{word}");
  EXPECT_EQ(call.parameter, "export");
}

TEST(Router, TellsPathsFromMethods) {
  EXPECT_EQ(refusal_of([] { (void)call_of("GET", "/v1/nothing"); }).status(), 404);
  EXPECT_EQ(refusal_of([] { (void)call_of("GET", "/v1/words/"); }).status(), 404);
  EXPECT_EQ(refusal_of([] { (void)call_of("GET", "/v1/words/a/b"); }).status(), 404);
  EXPECT_EQ(refusal_of([] { (void)call_of("GET", ""); }).status(), 404);
  EXPECT_EQ(refusal_of([] { (void)call_of("POST", "/v1/words/a"); }).status(), 405);
  EXPECT_EQ(refusal_of([] { (void)call_of("DELETE", "/v1/words/export"); }).status(), 405);
  EXPECT_THAT(refusal_of([] { (void)call_of("GET", "/v1/infre"); }).what(),
              HasSubstr("did you mean /v1/infer?"));
}

TEST(Router, ListsTheMethodsOfAPath) {
  EXPECT_EQ(methods_of("/v1/infer"), "POST");
  EXPECT_EQ(methods_of("/v1/words/a"), "GET, HEAD, DELETE");
  EXPECT_EQ(methods_of("/v1/words/export"), "GET, HEAD");
  EXPECT_EQ(methods_of("/nothing"), "");
}

// "GET /health" for each route of the router, and for each that the document describes.
std::set<std::string> routes_served() {
  std::set<std::string> names;
  for (const Route& route : all_routes())
    names.insert(std::string(route.method) + " " + std::string(route.path));
  return names;
}

std::set<std::string> routes_described(const nlohmann::json& document) {
  std::set<std::string> names;
  for (const auto& [path, methods] : document["paths"].items())
    for (const auto& [method, operation] : methods.items()) {
      if (method == "parameters") continue;
      std::string upper = method;
      std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
      names.insert(upper + " " + path);
    }
  return names;
}

TEST(OpenApi, DescribesTheRoutesThatThereAre) {
  const auto document = nlohmann::json::parse(find_asset("openapi.json")->content);
  EXPECT_EQ(document["openapi"], "3.1.0");
  EXPECT_EQ(routes_described(document), routes_served());
  for (const Route& route : all_routes()) {
    std::string method(route.method);
    std::ranges::transform(method, method.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto& operation = document["paths"][std::string(route.path)][method];
    EXPECT_EQ(operation.contains("security"), route.is_open) << route.path;
    EXPECT_EQ(operation.contains("requestBody"), route.method == "POST") << route.path;
  }
}

}  // namespace
}  // namespace oovec::server
