// The error of an action that must fail.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "oovec/base/error.h"

namespace oovec {

// The Error that `action` throws; fails the test if it throws none.
inline Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorKind::usage, ""};
}

}  // namespace oovec
