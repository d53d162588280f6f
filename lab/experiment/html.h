// Parts of web pages: tables and charts. Cells are HTML already.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

struct Cell {
  std::string html;
  bool number = false;  // set flush right
  bool best = false;
};

Cell text_cell(std::string_view text);
Cell number_cell(double number, int digits);

// A figure and, smaller, the interval it lies in; without one if `interval` is null.
Cell estimate_cell(const Json& value, const Json& interval, int digits);

class HtmlTable {
 public:
  explicit HtmlTable(std::vector<Cell> header) : header_(std::move(header)) {}

  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }

  std::string html() const;

 private:
  std::vector<Cell> header_;
  std::vector<std::vector<Cell>> rows_;
};

// A chart that charts.js draws, and a line to explain it.
std::string chart(const Json& data, std::string_view caption);

}  // namespace oovec::lab
