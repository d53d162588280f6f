// The error of a request that must be refused.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "apps/server/message.h"

namespace oovec::server {

inline RequestError refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const RequestError& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was refused";
  return {0, "", ""};
}

}  // namespace oovec::server
