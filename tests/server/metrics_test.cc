#include "apps/server/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/router.h"

namespace oovec::server {
namespace {

using std::chrono::microseconds;
using testing::HasSubstr;
using testing::Not;

TEST(Metrics, CountRequestsByRouteStatusAndLatency) {
  Metrics metrics;
  metrics.count_request(0, 200, microseconds(90));
  metrics.count_request(0, 200, microseconds(100));
  metrics.count_request(0, 422, microseconds(700'000));
  metrics.count_request(all_routes().size(), 404, microseconds(20'000'000));
  const std::string text = metrics.text({});
  const std::string infer = R"({route="/v1/infer",method="POST",)";
  EXPECT_THAT(text, HasSubstr("oovec_requests_total" + infer + "status=\"200\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("oovec_requests_total" + infer + "status=\"422\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("oovec_request_seconds_bucket" + infer + "le=\"0.0001\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("oovec_request_seconds_bucket" + infer + "le=\"0.25\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("oovec_request_seconds_bucket" + infer + "le=\"1\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("oovec_request_seconds_bucket" + infer + "le=\"+Inf\"} 3\n"));
  EXPECT_THAT(text,
              HasSubstr("oovec_request_seconds_count{route=\"/v1/infer\",method=\"POST\"} 3\n"));
  EXPECT_THAT(
      text,
      HasSubstr("oovec_request_seconds_sum{route=\"/v1/infer\",method=\"POST\"} 0.700190000\n"));
  EXPECT_THAT(text, HasSubstr(R"(oovec_requests_total{route="none",method="",status="404"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(oovec_request_seconds_bucket{route="none",method="",le="10"} 0)"));
}

TEST(Metrics, AStatusThatNobodyThoughtOfIsCountedToo) {
  Metrics metrics;
  metrics.count_request(1, 418, microseconds(1));
  EXPECT_THAT(metrics.text({}), HasSubstr("status=\"other\"} 1"));
}

TEST(Metrics, TellTheSizeOfAStoreThatThereIs) {
  const Metrics metrics;
  EXPECT_THAT(metrics.text({}), Not(HasSubstr("oovec_store_words")));
  EXPECT_THAT(metrics.text(StoreTotals{3, 5, 8, 1000}), HasSubstr("\noovec_store_words 3\n"));
}

}  // namespace
}  // namespace oovec::server
