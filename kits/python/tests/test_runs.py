from __future__ import annotations

import pytest

TESTS = 200
WORKERS = 4


@pytest.mark.behaviour("parallel-tests")
def test_two_hundred_tests_in_four_workers_share_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""
        import pytest

        @pytest.mark.parametrize("number", range({TESTS}))
        def test_alone(world, number):
            member = {{"email_address": "lena@acme.test", "status": "subscribed"}}
            assert world.post("/lists/aaaaaaaaaa/members", json=member).status_code == 200
            assert world.delete("/lists/aaaaaaaaaa").status_code == 204
            assert len(world.requests.list()) == 2
        """
    )
    pytester.runpytest_subprocess("-n", str(WORKERS), "-q").assert_outcomes(passed=TESTS)


@pytest.mark.behaviour("coverage-report")
def test_the_report_covers_the_calls_of_all_workers(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_one(world):
            world.get("/lists")

        def test_other(world):
            world.get("/ping")
        """
    )
    run = pytester.runpytest_subprocess("-n", "2", "--maildouble-report", "coverage.md")
    run.assert_outcomes(passed=2)
    run.stdout.fnmatch_lines(["*= maildouble =*", "*operations that you call*coverage.md*"])
    text = (pytester.path / "coverage.md").read_text()
    assert "2 calls" in text


def test_no_report_is_written_unless_asked_for(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAILDOUBLE_URL", "http://127.0.0.1:9")
    pytester.makepyfile("def test_one(): pass")
    run = pytester.runpytest_inprocess()
    run.assert_outcomes(passed=1)
    run.stdout.no_fnmatch_line("*= maildouble =*")
