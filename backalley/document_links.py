"""Links in the OpenAPI document: which call goes on with what another one answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

Paths = dict[str, Any]

MADE: Final = "201"
LISTED: Final = "200"
NAME: Final = re.compile(r"\{(\w+)\}")


def add_links(paths: Paths) -> None:
    """Link what makes or lists a thing to every call on such a thing, by its id."""
    for path, item in paths.items():
        below = [deeper for deeper in paths if deeper.startswith(f"{path}/{{")]
        for method, status, where in (("post", MADE, ""), ("get", LISTED, "/results/0")):
            response = item.get(method, {}).get("responses", {}).get(status)
            if response is not None and below:
                response["links"] = dict(_links(paths, path, below, where))


def _links(
    paths: Paths, path: str, below: list[str], where: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    known = {name: f"$request.path.{name}" for name in NAME.findall(path)}
    for deeper in below:
        thing, *parts = NAME.findall(deeper.removeprefix(path))
        if any(part.endswith("_id") for part in parts):
            # It takes one more id, which this answer does not tell.
            continue
        field = "id" if thing.endswith("_id") else thing
        parameters = {**known, thing: f"$response.body#{where}/{field}"}
        if "version" in parts:
            parameters["version"] = f"$response.body#{where}/version"
        for operation in paths[deeper].values():
            name = operation["operationId"]
            yield name, {"operationId": name, "parameters": parameters}
