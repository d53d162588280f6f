// Mimick (Pinter, Guthrie and Eisenstein 2017): the vector of a word from its characters. Two LSTMs
// read them forward and backward, and two layers turn both final states into the vector.
//
//   z_t = W·[e(c_t); h_{t−1}] + b          4 parts of H: input, forget, output, candidate
//   C_t = σ(z_f)·C_{t−1} + σ(z_i)·tanh(z_c)
//   h_t = σ(z_o)·tanh(C_t)
//   v   = O·tanh(T·[h_forward; h_backward] + b_T) + b_O
//
// All parameters are in one array, which Adam and gradients need; a Part says where each is.
// Forward and backward are templates, so that gradients can be checked in double precision.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/base/layout.h"

namespace oovec::lab {

struct CharShape {
  std::size_t characters;  // rows of e, including the unknown character and the boundary
  std::size_t dimension;   // k, of v
  std::size_t embedding = 20;
  std::size_t hidden = 50;  // H
};

struct CharLayout {
  explicit CharLayout(const CharShape& given) : shape(given) {
    const auto matrix = [this](const char* name, std::size_t rows, std::size_t columns) {
      return all.add(name, {rows, columns}, {columns, rows});
    };
    const auto column = [this](const char* name, std::size_t rows) {
      return all.add(name, {rows, 1});
    };
    const std::size_t states = 4 * shape.hidden, inputs = shape.embedding + shape.hidden;
    characters = matrix("characters", shape.characters, shape.embedding);
    lstm[0] = matrix("forward", states, inputs);
    lstm_bias[0] = column("forward_bias", states);
    lstm[1] = matrix("backward", states, inputs);
    lstm_bias[1] = column("backward_bias", states);
    merge = matrix("merge", shape.dimension, 2 * shape.hidden);
    merge_bias = column("merge_bias", shape.dimension);
    out = matrix("out", shape.dimension, shape.dimension);
    out_bias = column("out_bias", shape.dimension);
  }

  CharShape shape;
  Layout all;
  Part characters;                      // e
  std::array<Part, 2> lstm, lstm_bias;  // W and b: forward, backward
  Part merge, merge_bias;               // T
  Part out, out_bias;                   // O
};

// What forward() stores for backward(). Reuse it from word to word to save allocations.
template <class Real>
struct CharTape {
  struct Lstm {
    std::vector<Real> inputs;  // [e(c_t); h_{t−1}] for all t
    std::vector<Real> gates;   // σ(z_i), σ(z_f), σ(z_o), tanh(z_c) for all t
    std::vector<Real> cells;   // C_t, and before them zeros
  };
  std::array<Lstm, 2> lstm;
  std::vector<Real> ends;    // [h_forward; h_backward]
  std::vector<Real> merged;  // tanh(T·ends + b_T)
  std::vector<Real> vector;  // v
};

// The place in the word of the t-th character that is read; way 1 is backward.
inline std::size_t char_at(std::size_t t, std::size_t length, std::size_t way) {
  return way == 0 ? t : length - 1 - t;
}

template <class Real>
void forward_lstm(const CharLayout& layout, std::span<const Real> parameters, std::size_t way,
                  std::span<const std::uint32_t> word, typename CharTape<Real>::Lstm& tape,
                  std::span<Real> end) {
  const std::size_t hidden = layout.shape.hidden, embedding = layout.shape.embedding;
  const std::size_t width = embedding + hidden;
  tape.inputs.assign(word.size() * width, 0);
  tape.gates.resize(word.size() * 4 * hidden);
  tape.cells.assign((word.size() + 1) * hidden, 0);
  const std::span<const Real> bias = layout.lstm_bias[way].of(parameters);
  const auto sigmoid = [](Real x) { return 1 / (1 + std::exp(-x)); };
  for (std::size_t t = 0; t < word.size(); ++t) {
    const std::span<Real> input = std::span(tape.inputs).subspan(t * width, width);
    const std::size_t row = word[char_at(t, word.size(), way)];
    for (std::size_t i = 0; i < embedding; ++i) input[i] = parameters[row * embedding + i];
    for (std::size_t i = 0; t > 0 && i < hidden; ++i) input[embedding + i] = end[i];

    const std::span<Real> gates = std::span(tape.gates).subspan(t * 4 * hidden, 4 * hidden);
    multiply(layout.lstm[way].of(parameters), input, gates);
    const Real* const before = &tape.cells[t * hidden];
    Real* const cell = &tape.cells[(t + 1) * hidden];
    for (std::size_t i = 0; i < gates.size(); ++i) {
      const Real z = gates[i] + bias[i];
      gates[i] = i < 3 * hidden ? sigmoid(z) : std::tanh(z);
    }
    for (std::size_t i = 0; i < hidden; ++i) {
      cell[i] = gates[hidden + i] * before[i] + gates[i] * gates[3 * hidden + i];
      end[i] = gates[2 * hidden + i] * std::tanh(cell[i]);
    }
  }
}

// `word` has the rows of its characters in e, at least one. Stores v in tape.vector.
template <class Real>
void forward(const CharLayout& layout, std::span<const Real> parameters,
             std::span<const std::uint32_t> word, CharTape<Real>& tape) {
  const std::size_t hidden = layout.shape.hidden;
  tape.ends.resize(2 * hidden);
  tape.merged.resize(layout.shape.dimension);
  tape.vector.resize(layout.shape.dimension);
  for (std::size_t way = 0; way < 2; ++way)
    forward_lstm<Real>(layout, parameters, way, word, tape.lstm[way],
                       std::span(tape.ends).subspan(way * hidden, hidden));
  multiply(layout.merge.of(parameters), tape.ends, tape.merged);
  const std::span<const Real> merge_bias = layout.merge_bias.of(parameters);
  for (std::size_t i = 0; i < tape.merged.size(); ++i)
    tape.merged[i] = std::tanh(tape.merged[i] + merge_bias[i]);
  multiply(layout.out.of(parameters), tape.merged, tape.vector);
  axpy(Real{1}, layout.out_bias.of(parameters), tape.vector);
}

// For y = M·x + b: adds to the gradients of M, b and x.
template <class Real>
void backward_linear(const Part& matrix, const Part& bias, std::span<const Real> parameters,
                     std::span<const Real> x, std::span<const Real> by_y, std::span<Real> gradient,
                     std::span<Real> by_x) {
  add_outer_product(Real{1}, by_y, x, matrix.of(gradient));
  axpy(Real{1}, by_y, bias.of(gradient));
  const std::span<const Real> rows = matrix.of(parameters);
  for (std::size_t i = 0; i < by_y.size(); ++i)
    axpy(by_y[i], rows.subspan(i * x.size(), x.size()), by_x);
}

template <class Real>
void backward_lstm(const CharLayout& layout, std::span<const Real> parameters, std::size_t way,
                   std::span<const std::uint32_t> word, const typename CharTape<Real>::Lstm& tape,
                   std::span<Real> by_end, std::span<Real> gradient) {
  const std::size_t hidden = layout.shape.hidden, embedding = layout.shape.embedding;
  const std::size_t width = embedding + hidden;
  std::vector<Real> by_cell(hidden), by_gates(4 * hidden), by_input(width);
  for (std::size_t t = word.size(); t-- > 0;) {
    const Real* const in = &tape.gates[t * 4 * hidden];
    const Real* const forget = in + hidden;
    const Real* const out = forget + hidden;
    const Real* const candidate = out + hidden;
    for (std::size_t i = 0; i < hidden; ++i) {
      const Real squashed = std::tanh(tape.cells[(t + 1) * hidden + i]);
      const Real before = tape.cells[t * hidden + i];
      by_cell[i] += by_end[i] * out[i] * (1 - squashed * squashed);
      by_gates[i] = by_cell[i] * candidate[i] * in[i] * (1 - in[i]);
      by_gates[hidden + i] = by_cell[i] * before * forget[i] * (1 - forget[i]);
      by_gates[2 * hidden + i] = by_end[i] * squashed * out[i] * (1 - out[i]);
      by_gates[3 * hidden + i] = by_cell[i] * in[i] * (1 - candidate[i] * candidate[i]);
      by_cell[i] *= forget[i];
    }
    by_input.assign(width, 0);
    backward_linear<Real>(layout.lstm[way], layout.lstm_bias[way], parameters,
                          std::span(tape.inputs).subspan(t * width, width), by_gates, gradient,
                          by_input);
    const std::size_t row = word[char_at(t, word.size(), way)];
    for (std::size_t i = 0; i < embedding; ++i) gradient[row * embedding + i] += by_input[i];
    for (std::size_t i = 0; i < hidden; ++i) by_end[i] = by_input[embedding + i];
  }
}

// Adds to the gradient of a loss, given its gradient by v and what forward() has stored.
template <class Real>
void backward(const CharLayout& layout, std::span<const Real> parameters,
              std::span<const std::uint32_t> word, const CharTape<Real>& tape,
              std::span<const Real> by_vector, std::span<Real> gradient) {
  const std::size_t hidden = layout.shape.hidden;
  std::vector<Real> by_merged(tape.merged.size()), by_ends(2 * hidden);
  backward_linear<Real>(layout.out, layout.out_bias, parameters, tape.merged, by_vector, gradient,
                        by_merged);
  for (std::size_t i = 0; i < by_merged.size(); ++i)
    by_merged[i] *= 1 - tape.merged[i] * tape.merged[i];
  backward_linear<Real>(layout.merge, layout.merge_bias, parameters, tape.ends, by_merged, gradient,
                        by_ends);
  for (std::size_t way = 0; way < 2; ++way)
    backward_lstm<Real>(layout, parameters, way, word, tape.lstm[way],
                        std::span(by_ends).subspan(way * hidden, hidden), gradient);
}

}  // namespace oovec::lab
