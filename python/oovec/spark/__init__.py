"""x"""
from .indexing import index
