"""Comparing what was recorded with what the rules say, field by field."""

from __future__ import annotations

from typing import Any

# Fields in which the order of the cards means nothing.
UNORDERED = ("hands",)


def differences(wanted: Any, found: Any, where: str = "") -> list[str]:
    """Where `found` departs from `wanted`; fields that `wanted` does not name are not looked at.

    Numbers are compared with their type: 1, 1.0 and true are three different answers.
    """
    if isinstance(wanted, dict) and isinstance(found, dict):
        faults = []
        for name, value in wanted.items():
            path = f"{where}.{name}" if where else name
            if name not in found:
                faults.append(f"{path}: missing")
            elif name in UNORDERED and sorted_hands(value) == sorted_hands(found[name]):
                continue
            else:
                faults += differences(value, found[name], path)
        return faults
    if isinstance(wanted, list | tuple) and isinstance(found, list) and len(wanted) == len(found):
        return [
            fault
            for place, (left, right) in enumerate(zip(wanted, found, strict=True))
            for fault in differences(left, right, f"{where}[{place}]")
        ]
    if type(wanted) is type(found) and wanted == found:
        return []
    return [f"{where}: {found!r}, should be {wanted!r}"]


def sorted_hands(hands: Any) -> Any:
    """Hands by seat with their cards in a fixed order; anything else as it is."""
    if not isinstance(hands, dict) or not all(isinstance(h, list) for h in hands.values()):
        return hands
    return {seat: sorted(hand) for seat, hand in hands.items()}
