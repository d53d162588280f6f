"""The examples in the documentation of the package give what they show."""

import doctest
import importlib
import pkgutil

import pytest

import oovec

MODULES = [module.name for module in pkgutil.iter_modules(oovec.__path__, "oovec.")
           if module.name not in ("oovec._core", "oovec.__main__")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_show(name, place):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = sum(len(test.examples) for name in MODULES
                   for test in finder.find(importlib.import_module(name)))
    assert examples > 40
