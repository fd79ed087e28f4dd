from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

FAILING = """
    import pytest

    @pytest.fixture
    def member(world):
        return world.post("/lists/aaaaaaaaaa/members", json={"email_address": "ada@acme.test", "status": "subscribed"})

    def test_one(world, member):
        world.trigger("member.unsubscribe", list_id="aaaaaaaaaa", email_address="ada@acme.test")
        world.clock.advance("PT2M")
        assert member.status_code == EXPECTED
    """


@pytest.mark.behaviour("story")
def test_a_failed_test_tells_the_story_of_its_world(inner: pytest.Pytester) -> None:
    inner.makepyfile(FAILING.replace("EXPECTED", "200"))
    run = inner.runpytest_inprocess()
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines(
        [
            "*- maildouble -*",
            "Calls and webhooks of the world one-*:",
            "*POST /lists/aaaaaaaaaa/members → 400 Member Exists*",
            "*trigger member.unsubscribe ada@acme.test",
            "*advance PT2M*",
            "Journal and bundle: maildouble inspect maildouble-failures/one-*",
        ]
    )


@pytest.mark.behaviour("artifacts")
def test_a_failed_test_leaves_files_that_go_when_it_passes(inner: pytest.Pytester) -> None:
    inner.makepyfile(FAILING.replace("EXPECTED", "200"))
    inner.runpytest_inprocess()
    endings = {each.name.split(".", 1)[1] for each in (inner.path / "maildouble-failures").glob("one-*/*")}
    assert endings == {"bundle.json", "journal.json", "har"}
    inner.makepyfile(FAILING.replace("EXPECTED", "400"))
    inner.runpytest_inprocess().assert_outcomes(passed=1)
    assert not (inner.path / "maildouble-failures").exists()


def test_a_test_that_is_expected_to_fail_tells_no_story(inner: pytest.Pytester) -> None:
    inner.makepyfile(
        """
        import pytest

        @pytest.mark.xfail
        def test_one(world):
            assert world.get("/lists").status_code == 404
        """
    )
    run = inner.runpytest_inprocess("-rA")
    run.assert_outcomes(xfailed=1)
    run.stdout.no_fnmatch_line("*Calls and webhooks*")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('world.faults.add(effect={"problem": {"preset": "Nope"}})', "There is no preset Nope"),
        ('connect("http://127.0.0.1:1").health()', "No maildouble answers at http://127.0.0.1:1"),
        ('world.webhooks(list="0000000000").__enter__()', "The receiver was not registered"),
    ],
    ids=["refused", "unreachable", "receiver"],
)
def test_an_error_of_the_control_api_is_said_once_at_the_line_of_the_test(inner: pytest.Pytester, body: str, said: str) -> None:
    inner.makepyfile(test_inner=f"from maildouble import connect\n\ndef test_one(world):\n    {body}\n")
    shown = inner.runpytest_inprocess("-rN").stdout.str()
    assert shown.count(said) == 1
    assert re.findall(r"\S+\.py:\d+", shown) == ["test_inner.py:4"]


def test_an_error_in_the_options_of_a_world_is_said_once(inner: pytest.Pytester) -> None:
    inner.makepyfile("import pytest\n\n@pytest.mark.world(scenario='nope')\ndef test_one(world): ...\n")
    shown = inner.runpytest_inprocess("-rN").stdout.str()
    assert shown.count('There is no scenario "nope"') == 1


def test_the_command_line_comes_with_the_package() -> None:
    shown = subprocess.run([sys.executable, "-m", "maildouble", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith(f"{version('maildouble')} (Python package, Node v")
