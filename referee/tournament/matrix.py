"""Small dense matrices in plain Python: what a fit of a few dozen bots needs, without numpy."""

from collections.abc import Sequence

Matrix = list[list[float]]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve ``matrix x = right`` by elimination with pivots."""
    return [row[0] for row in _eliminate(matrix, [[value] for value in right])]


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse."""
    n = len(matrix)
    return _eliminate(matrix, [[float(i == j) for j in range(n)] for i in range(n)])


def product(left: Matrix, right: Matrix) -> Matrix:
    """Return ``left right``."""
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


def sandwich(bread: Matrix, filling: Matrix) -> Matrix:
    """Return ``bread filling bread``, for a symmetric bread."""
    return product(product(bread, filling), bread)


def _eliminate(matrix: Matrix, right: Matrix) -> Matrix:
    """Solve for several right sides at once (Gauss–Jordan)."""
    n = len(matrix)
    rows = [[*row, *extra] for row, extra in zip(matrix, right, strict=True)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        if head == 0:
            raise ZeroDivisionError("the matrix is singular")
        rows[column] = [value / head for value in rows[column]]
        for row in range(n):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[n:] for row in rows]
