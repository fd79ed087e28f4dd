"""The plugin for pytest: a world for each test."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from typing import Any, NoReturn

import pytest

from ._aio.calls import AsyncControlApi
from ._aio.transport import AsyncTransport
from ._aio.world import AsyncWorld
from ._errors import MaildoubleError, RefusedError, UnreachableError
from ._server import RunningServer, start_server
from ._story import remove_files, tell
from ._sync.client import Maildouble, connect
from ._sync.world import World
from ._test_world import new_world, unfired_faults, world_id
from ._coverage import report_coverage

SHARED = pytest.StashKey[RunningServer]()
SERVER = pytest.StashKey[Maildouble]()
WORLD = pytest.StashKey[World]()
MARKER = "world(scenario=..., scenario_inline=..., vocabulary=..., outage=..., ...): options of the test's world, as `worlds.create` takes them"


def fail(message: str) -> NoReturn:
    """Fails a test with a message. The error that it comes from is in the message, and not shown a second time."""
    raise pytest.fail.Exception(message, pytrace=False) from None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("maildouble").addoption(
        "--maildouble-report",
        metavar="FILE",
        help="write the coverage of the service's contract to FILE at the end: .html, .md, .json or .txt. All workers then share one server.",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARKER)
    is_worker = hasattr(config, "workerinput")
    if config.getoption("maildouble_report") and not is_worker and not os.environ.get("MAILDOUBLE_URL"):
        config.stash[SHARED] = start_server()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a worker of pytest-xdist the server of the run."""
    shared = node.config.stash.get(SHARED, None)
    if shared:
        node.workerinput["maildouble_url"] = shared.url


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    file = config.getoption("maildouble_report")
    if not file or hasattr(config, "workerinput"):
        return
    shared = config.stash.get(SHARED, None)
    maildouble = connect(shared.url if shared else None)
    terminalreporter.write_sep("=", "maildouble")
    terminalreporter.write_line(report_coverage(maildouble, file))


def pytest_unconfigure(config: pytest.Config) -> None:
    shared = config.stash.get(SHARED, None)
    if shared:
        shared.stop()


@pytest.fixture(scope="session")
def maildouble(pytestconfig: pytest.Config) -> Iterator[Maildouble]:
    """The server: the one of MAILDOUBLE_URL, the one of the run, or one that this process starts and stops."""
    given: dict[str, str] = getattr(pytestconfig, "workerinput", {})
    shared = pytestconfig.stash.get(SHARED, None)
    url = given.get("maildouble_url") or (shared.url if shared else None)
    named = os.environ.get("MAILDOUBLE_URL")
    if url or named:
        connection = connect(url)
        try:
            connection.health()
        except UnreachableError as error:
            fail(f"MAILDOUBLE_URL={connection.url} is not the address of a maildouble. {error}")
        except RefusedError as error:
            fail(f"The server at MAILDOUBLE_URL={connection.url} requires MAILDOUBLE_CONTROL_TOKEN. {error}")
        with connection:
            yield connection
        return
    try:
        server = start_server()
    except MaildoubleError as error:
        fail(str(error))
    with server, connect(server.url) as connection:
        yield connection


@pytest.fixture
def world(maildouble: Maildouble, request: pytest.FixtureRequest) -> Iterator[World]:
    """A world for one test, with the options of the marker `world`."""
    marker = request.node.get_closest_marker("world")
    if marker and marker.args:
        fail('The marker `world` takes options by name: @pytest.mark.world(scenario="newsletter").')
    try:
        made = new_world(maildouble, world_id(request.node), marker.kwargs if marker else {})
    except MaildoubleError as error:
        fail(f"The world of this test could not be created. {error}")
    request.node.stash[SERVER] = maildouble
    request.node.stash[WORLD] = made
    with made:
        yield made


@pytest.fixture
def async_world(maildouble: Maildouble, world: World) -> AsyncWorld:
    """The world of the test, for `async` code."""
    return AsyncWorld(AsyncControlApi(AsyncTransport(maildouble.url, maildouble.control_token)), world.created)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fails a test whose faults must fire and did not, or whose application raised an error at a webhook."""
    result = yield
    made = item.stash.get(WORLD, None)
    if made:
        for receiver in made.receivers:
            receiver.raise_unreported()
        unfired = unfired_faults(made)
        if unfired:
            fail(unfired)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the story of the world to a failed test, and removes the files of an earlier failure from a passed one."""
    report = yield
    made = item.stash.get(WORLD, None)
    if made and report.when in ("setup", "call"):
        if report.failed:
            report.sections.append(("maildouble", tell(item.stash[SERVER], made)))
        elif report.when == "call" and report.passed:
            remove_files(made.id)
    return report
