"""Least squares without any library: sparse rows are summed up, then one system is solved."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt


class LeastSquares:
    """Sums over rows of a linear model with `width` weights."""

    def __init__(self, width: int) -> None:
        self._products = [[0.0] * width for _ in range(width)]
        self._moments = [0.0] * width
        self._squares = 0.0
        self.rows = 0

    def add(self, row: Sequence[float], target: float) -> None:
        """Adds one observation."""
        filled = [(at, value) for at, value in enumerate(row) if value]
        for at, value in filled:
            self._moments[at] += value * target
            line = self._products[at]
            for other, factor in filled:
                line[other] += value * factor
        self._squares += target * target
        self.rows += 1

    def weights(self, ridge: float = 1.0) -> list[float]:
        """The weights of the least squared error; `ridge` keeps those of rare features small."""
        width = len(self._moments)
        lines = [
            [*line, moment] for line, moment in zip(self._products, self._moments, strict=True)
        ]
        for at in range(width):
            lines[at][at] += ridge
        for at in range(width):
            pivot = max(range(at, width), key=lambda line: abs(lines[line][at]))
            lines[at], lines[pivot] = lines[pivot], lines[at]
            head = lines[at]
            for line in lines[at + 1 :]:
                factor = line[at] / head[at]
                if factor:
                    for column in range(at, width + 1):
                        line[column] -= factor * head[column]
        found = [0.0] * width
        for at in reversed(range(width)):
            rest = sum(lines[at][column] * found[column] for column in range(at + 1, width))
            found[at] = (lines[at][width] - rest) / lines[at][at]
        return found

    def error(self, weights: Sequence[float]) -> float:
        """The standard error that these weights leave."""
        explained = 2 * sum(w * m for w, m in zip(weights, self._moments, strict=True))
        spread = sum(
            w * sum(p * v for p, v in zip(line, weights, strict=True))
            for w, line in zip(weights, self._products, strict=True)
        )
        return sqrt(max(1e-4, (self._squares - explained + spread) / self.rows))
