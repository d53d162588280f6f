// Papers and web pages of the test data.
#pragma once

#include <array>
#include <string_view>

#include "lab/experiment/measure.h"

namespace oovec::lab {

struct DataSource {
  Measure measure;
  std::string_view name;
  std::string_view url;
};

inline constexpr std::array data_sources = {
    DataSource{Measure::dn, "Herbelot and Baroni 2017", "https://aclanthology.org/D17-1030/"},
    DataSource{Measure::dn, "data, with Nonce2Vec", "https://github.com/minimalparts/nonce2vec"},
    DataSource{Measure::crw, "Khodak and others 2018", "https://aclanthology.org/P18-1002/"},
    DataSource{Measure::crw, "data", "https://nlp.cs.princeton.edu/old/CRW/"},
    DataSource{Measure::chimeras, "Lazaridou, Marelli and Baroni 2017",
               "https://doi.org/10.1111/cogs.12481"},
    DataSource{Measure::chimeras, "data, with Nonce2Vec",
               "https://github.com/minimalparts/nonce2vec"},
    DataSource{Measure::wordsim, "MEN", "https://staff.fnwi.uva.nl/e.bruni/MEN"},
    DataSource{Measure::wordsim, "SimLex-999", "https://fh295.github.io/simlex.html"},
    DataSource{Measure::wordsim, "WordSim-353",
               "https://gabrilovich.com/resources/data/wordsim353/wordsim353.html"},
    DataSource{Measure::wordsim, "Rare Words", "https://nlp.stanford.edu/~lmthang/morphoNLM/"},
    DataSource{Measure::sentences, "SentEval", "https://github.com/facebookresearch/SentEval"},
};

}  // namespace oovec::lab
