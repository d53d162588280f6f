"""oovec on Apache Spark: a cluster does the work that grows with the text, and the results are those of one machine,
byte for byte.

    import oovec.spark

    df = spark.read.text("hdfs:///wiki/*.txt")
    oovec.spark.index(df, "value", "glove.txt", "wiki.ctx")          # contexts of words, as oovec.index makes them
    oovec.spark.augment(df, "value", "words.oovec", "glove.txt", "glove+new.txt", min_count=20)
    oovec.spark.coverage(df, "value", "glove.txt")                   # the share of the text that has no vector
    oovec.spark.infer(words, "words.oovec", word="word", contexts="sentences")

oovec must be installed on all nodes; ``pip install 'oovec[spark]'`` also installs PySpark. docs/spark.md says more.
"""

from .augmenting import augment
from .covering import Coverage, coverage
from .indexing import index
from .inferring import infer, infer_udf

__all__ = ["Coverage", "augment", "coverage", "index", "infer", "infer_udf"]
