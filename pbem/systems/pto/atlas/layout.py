"""Where the areas stand on the drawn map: a picture in rows and columns, north above [PH1]."""

PICTURE = """
...  CHU  NCH  ...  JPN  ...  ...  KIS  ...  ALA  ...  ...
BUR  HUN  YAN  ECS  HOM  ...  NOP  ...  ALE  ...  EPA  WCO
...  INC  SCH  FOR  OKI  BON  IWO  MID  ...  HAW  ...  ...
BEN  MAL  SCS  LUZ  PHS  MAR  WAK  WKE  MWY  OAH  ...  ...
IND  SUM  BOR  VIS  LEY  SAI  CAR  MSH  KWA  ...  ...  ...
...  JVA  JAV  CEL  MIN  PAL  TRU  BIS  RAB  ...  ...  ...
...  ...  CLB  TIM  ...  ...  LAE  SOL  GUA  ...  ...  ...
...  ...  ...  ...  DAR  ...  PTM  COR  SPA  ...  ...  ...
...  ...  ...  ...  ...  ...  ...  AUS  NOU  ...  ...  ...
"""
EMPTY = "..."

ROWS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split()) for line in PICTURE.splitlines() if line
)
"""The picture's places, row by row; EMPTY where none is."""
COLUMNS = len(ROWS[0])

PLACES: dict[str, tuple[int, int]] = {
    area: (row, column)
    for row, line in enumerate(ROWS)
    for column, area in enumerate(line)
    if area != EMPTY
}
"""Row and column of each area."""


def area_at(row: int, column: int) -> str:
    """The area that stands there, EMPTY for none or beyond the picture."""
    inside = 0 <= row < len(ROWS) and 0 <= column < COLUMNS
    return ROWS[row][column] if inside else EMPTY
