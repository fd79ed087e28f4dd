from __future__ import annotations

import httpx
import pytest

from maildouble import AsyncWorld, Maildouble, MaildoubleError, RefusedError, World, async_connect, connect, start_server

from .conftest import LIST

VOCABULARY = {"paths": {"lists": "newsletters"}, "keys": {"email_address": "mail"}}


@pytest.mark.behaviour("world-per-test")
def test_each_test_gets_a_world_that_is_deleted_after_it(inner: pytest.Pytester, maildouble: Maildouble) -> None:
    inner.makepyfile(
        """
        def test_one(world):
            assert world.delete("/lists/aaaaaaaaaa").status_code == 204

        def test_other(world, maildouble):
            assert world.get("/lists/aaaaaaaaaa").status_code == 200
            assert [each.id for each in maildouble.worlds.list() if each.id.startswith(("one-", "other-"))] == [world.id]
        """
    )
    inner.runpytest_inprocess().assert_outcomes(passed=2)
    assert not [each.id for each in maildouble.worlds.list() if each.id.startswith(("one-", "other-"))]


@pytest.mark.behaviour("reproducible-world")
def test_a_test_has_the_same_world_in_each_run(inner: pytest.Pytester) -> None:
    inner.makepyfile(
        """
        def test_of_the_server(world):
            member = {"email_address": "lena@acme.test", "status": "subscribed"}
            print("seen", world.id, world.api_key, world.post("/lists/aaaaaaaaaa/members", json=member).json()["unique_email_id"])
        """
    )
    runs = [inner.runpytest_inprocess("-s") for _ in range(2)]
    seen = [[line for line in run.outlines if line.startswith("seen") or " seen " in line] for run in runs]
    assert seen[0] == seen[1] != []
    # An SDK replaces the word `server` in base URLs.
    assert "of-the-srv-" in seen[0][0]


@pytest.mark.behaviour("world-options")
@pytest.mark.world(scenario="double-opt-in", settings={"stats_cache": "PT0S"})
def test_a_world_has_the_options_of_the_marker(world: World) -> None:
    assert world.scenario == "double-opt-in"
    assert world.settings.get().get("stats_cache") == "PT0S"


def test_a_scenario_that_does_not_exist_fails_the_test_with_the_existing_ones(inner: pytest.Pytester) -> None:
    inner.makepyfile(
        """
        import pytest

        @pytest.mark.world(scenario="nothing")
        def test_one(world):
            pass
        """
    )
    run = inner.runpytest_inprocess()
    run.assert_outcomes(errors=1)
    run.stdout.fnmatch_lines(["*The world of this test could not be created.*starter*", "*MAILDOUBLE_SCENARIO_DIR*"])


@pytest.mark.behaviour("inline-scenario")
@pytest.mark.world(scenario_inline={"name": "two-lists", "description": "Two lists.", "lists": [{"name": "One"}, {"name": "Two"}]})
def test_a_test_writes_the_scenario_of_its_world(world: World) -> None:
    assert world.scenario == "two-lists"
    assert world.get("/lists").json()["total_items"] == 2


def test_a_mistake_in_a_scenario_in_yaml_is_refused_with_its_line(maildouble: Maildouble) -> None:
    with pytest.raises(RefusedError, match="line 3, column 1: list: There is no member list here"):
        maildouble.worlds.create(scenario_inline="name: mine\ndescription: Mine.\nlist: []\n")


@pytest.mark.behaviour("unknown-key")
def test_a_key_of_no_world_is_refused(world: World) -> None:
    answer = httpx.get(f"{world.root_url}/3.0/lists", auth=("any", "0123456789abcdef0123456789abcdef-dc1"))
    assert answer.status_code == 401


@pytest.mark.behaviour("own-server")
def test_a_server_starts_on_a_free_port_and_ends_with_its_block() -> None:
    with start_server() as server, connect(server.url) as maildouble:
        assert maildouble.health()["status"] == "ok"
    with connect(server.url) as maildouble, pytest.raises(MaildoubleError, match="No maildouble answers at"):
        maildouble.health()


def test_a_server_that_cannot_start_says_why() -> None:
    with pytest.raises(MaildoubleError, match="no-such-scenario"):
        start_server("--scenario", "no-such-scenario")


@pytest.mark.behaviour("running-server")
def test_the_server_of_the_environment_is_used(inner: pytest.Pytester, maildouble: Maildouble) -> None:
    inner.makepyfile(
        f"""
        def test_one(maildouble, world):
            assert maildouble.url == "{maildouble.url}"
            assert world.base_url.startswith(maildouble.url)
        """
    )
    inner.runpytest_inprocess().assert_outcomes(passed=1)


def test_an_address_where_nothing_listens_fails_the_tests(inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAILDOUBLE_URL", "http://127.0.0.1:9")
    inner.makepyfile("def test_one(world): pass")
    run = inner.runpytest_inprocess()
    run.assert_outcomes(errors=1)
    run.stdout.fnmatch_lines(["*MAILDOUBLE_URL=http://127.0.0.1:9 is not the address of a maildouble*"])


@pytest.mark.behaviour("outage")
@pytest.mark.world(scenario="flaky", outage="black-friday")
def test_a_world_starts_in_an_outage(world: World) -> None:
    assert [each["outage"] for each in world.outages.list() if each["active"]] == ["black-friday"]
    world.outages.end("black-friday")
    assert not [each for each in world.outages.list() if each["active"]]


@pytest.mark.behaviour("snapshot")
def test_a_world_returns_to_a_snapshot(world: World) -> None:
    world.snapshot("before")
    world.delete(f"/lists/{LIST}")
    assert world.get(f"/lists/{LIST}").status_code == 404
    world.restore("before")
    assert world.get(f"/lists/{LIST}").status_code == 200
    assert [each["name"] for each in world.snapshots.list()] == ["before"]


@pytest.mark.behaviour("fork")
def test_a_fork_changes_independently(world: World) -> None:
    with world.fork() as other:
        assert other.api_key != world.api_key
        other.delete(f"/lists/{LIST}")
        assert [each.get(f"/lists/{LIST}").status_code for each in (world, other)] == [200, 404]


@pytest.mark.behaviour("vocabulary")
@pytest.mark.world(vocabulary=VOCABULARY)
def test_a_world_speaks_the_words_of_a_deployment(world: World) -> None:
    answer = world.post(f"/newsletters/{LIST}/members", json={"mail": "lena@acme.test", "status": "subscribed"})
    assert (answer.status_code, answer.json()["mail"]) == (200, "lena@acme.test")
    with pytest.raises(MaildoubleError, match="has a vocabulary"), world.webhooks(list=LIST):
        pass


def test_a_refusal_of_the_control_api_names_the_mistake(world: World) -> None:
    with pytest.raises(RefusedError, match="getListz") as refused:
        world.requests.list(operation="getListz")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert refused.value.status == 422


async def test_a_world_has_an_asynchronous_side(async_world: AsyncWorld, world: World) -> None:
    member = {"email_address": "lena@acme.test", "status": "subscribed"}
    assert (await async_world.post(f"/lists/{LIST}/members", json=member)).status_code == 200
    await async_world.requests.verify(match={"operation": "addMember"}, count={"exactly": 1})
    assert len(world.requests.list()) == 1
    async with async_connect(world.variables["MAILDOUBLE_URL"]) as maildouble, await maildouble.worlds.create() as other:
        assert other.id != world.id
