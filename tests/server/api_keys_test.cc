#include "apps/server/api_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec::server {
namespace {

using testing::HasSubstr;

TEST(SameSecret, ComparesAllOfBoth) {
  EXPECT_TRUE(same_secret("", ""));
  EXPECT_TRUE(same_secret("secret", "secret"));
  for (const char* const other :
       {"", "s", "secre", "secreT", "Secret", "secrets", "secretsecret"}) {
    EXPECT_FALSE(same_secret("secret", other)) << other;
    EXPECT_FALSE(same_secret(other, "secret")) << other;
  }
}

class ApiKeysTest : public testing::Test {
 protected:
  ApiKeys keys_of(const std::string& content) { return ApiKeys(scratch_.file("keys", content)); }

  Scratch scratch_;
};

TEST_F(ApiKeysTest, AcceptEachOfTheirLines) {
  const ApiKeys keys = keys_of("first-key-of-sixteen\r\n\n  second-key-of-sixteen");
  EXPECT_TRUE(keys.accepts("Bearer first-key-of-sixteen"));
  EXPECT_TRUE(keys.accepts("bearer   second-key-of-sixteen "));
  for (const char* const wrong : {"", "Bearer", "Bearer ", "first-key-of-sixteen",
                                  "Basic first-key-of-sixteen", "Bearer first-key-of-sixtee",
                                  "Bearer first-key-of-sixteen2", "Bearer\nfirst-key-of-sixteen"})
    EXPECT_FALSE(keys.accepts(wrong)) << wrong;
}

TEST_F(ApiKeysTest, OfFilesThatHoldNoneAreRefused) {
  EXPECT_THAT(error_of([&] { (void)keys_of("\n \n"); }).what(), HasSubstr("there is no key"));
  EXPECT_THAT(error_of([&] { (void)keys_of("first-key-of-sixteen\n\nshort"); }).what(),
              HasSubstr("keys:3: a key has at least 16 characters"));
  EXPECT_THAT(error_of([&] { (void)keys_of("a key with blanks between\n"); }).what(),
              HasSubstr("keys:1:"));
  EXPECT_THAT(error_of([&] { (void)keys_of(std::string(100'000, 'x')); }).what(),
              HasSubstr("too long"));
  EXPECT_EQ(error_of([&] { ApiKeys(scratch_.path("missing")); }).kind(), ErrorKind::io);
}

}  // namespace
}  // namespace oovec::server
