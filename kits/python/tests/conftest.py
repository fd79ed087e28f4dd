from __future__ import annotations

import pytest

from maildouble import Maildouble

LIST = "aaaaaaaaaa"
"""A list of the scenario `starter`."""


@pytest.fixture
def inner(pytester: pytest.Pytester, maildouble: Maildouble, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Runs tests in a folder of their own, on the server of this run."""
    monkeypatch.setenv("MAILDOUBLE_URL", maildouble.url)
    return pytester
