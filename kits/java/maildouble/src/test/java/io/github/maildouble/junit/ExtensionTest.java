package io.github.maildouble.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.github.maildouble.MaildoubleClient;
import io.github.maildouble.MaildoubleException;
import io.github.maildouble.MaildoubleWorld;
import io.github.maildouble.RefusedException;
import io.github.maildouble.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Runs tests within a test, and looks at what became of them. */
@Execution(ExecutionMode.SAME_THREAD)
class ExtensionTest {
  private static final Path FAILURES = Path.of(System.getenv().getOrDefault("MAILDOUBLE_FAILURES", "maildouble-failures")).toAbsolutePath();

  /** Tests that are run by others, and otherwise do nothing. */
  @Maildouble
  static class Examples {
    static final AtomicReference<MaildoubleWorld> WORLD = new AtomicReference<>();
    static volatile int expected;

    @Test
    void theMemberIsGone(MaildoubleWorld world) {
      if (expected == 0) return;
      WORLD.set(world);
      world.post("/lists/aaaaaaaaaa/members", Map.of("email_address", "lena@acme.test", "status", "subscribed"));
      world.trigger().memberUnsubscribe(member -> member.listId("aaaaaaaaaa").emailAddress("lena@acme.test"));
      world.clock().advance(Duration.ofMinutes(2));
      assertEquals(expected, world.get("/lists/aaaaaaaaaa/members/lena@acme.test").status());
    }

    @Test
    void theFaultNeverFires(MaildoubleWorld world) {
      if (expected == 0) return;
      world.faults().add(fault -> fault
          .match(call -> call.operation("addMember"))
          .effect(effect -> effect.problem(problem -> problem.preset("TooManyRequests")))
          .mustFire(true));
      world.get("/ping");
    }
  }

  // behaviour:story behaviour:own-server behaviour:artifacts behaviour:reproducible-world
  @Test
  void aFailedTestTellsWhatHappenedAndLeavesFilesUntilItPasses() throws IOException {
    var error = failureOf("theMemberIsGone", 404);
    var id = Examples.WORLD.get().id();
    assertTrue(id.matches("the-member-is-gone-[0-9a-f]{6}"), id);
    var story = Arrays.stream(error.getSuppressed()).map(Throwable::getMessage).findFirst().orElseThrow();
    for (var line : new String[] {"POST /lists/aaaaaaaaaa/members → 200", "trigger member.unsubscribe lena@acme.test", "advance PT2M", "inspect"})
      assertTrue(story.contains(line), story);
    try (var files = Files.list(FAILURES.resolve(id))) {
      assertEquals(3, files.count(), "bundle, journal and HAR");
    }
    assertThrows(MaildoubleException.class, () -> Examples.WORLD.get().status(), "its server has stopped");

    run("theMemberIsGone", 200).assertStatistics(statistics -> statistics.succeeded(1));
    assertEquals(id, Examples.WORLD.get().id());
    assertFalse(Files.exists(FAILURES.resolve(id)));
  }

  // behaviour:fault-that-must-fire
  @Test
  void aTestFailsIfItsFaultHasNotFired() {
    var error = failureOf("theFaultNeverFires", 200);
    assertTrue(error.getMessage().contains("fault 1 never fired, 0 calls matched it"), error.getMessage());
    assertTrue(error.getMessage().contains("GET /ping → 200"), error.getMessage());
  }

  // behaviour:running-server
  @Test
  void aServerAtAnAddressIsUsed() {
    var server = RunningServer.start();
    var world = MaildoubleClient.connect(server.url()).createWorld(options -> options.scenario("starter"));
    assertTrue(world.baseUrl().startsWith(server.url()), world.baseUrl());
    var other = MaildoubleClient.connect(server.url()).createWorld(options -> options.scenario("starter"));
    assertNotEquals(world.apiKey(), other.apiKey());
    world.close();
    assertThrows(RefusedException.class, world::status);
    server.close();
    assertThrows(MaildoubleException.class, other::status);
  }

  // behaviour:coverage-report
  @Test
  void theCoverageOfTheContractIsWrittenToAFile(@TempDir Path folder) throws IOException {
    var file = folder.resolve("coverage.md");
    try (var server = RunningServer.start()) {
      MaildoubleClient.connect(server.url()).createWorld(world -> world.scenario("starter")).get("/lists");
      MaildoubleExtension.Server.writeCoverage(server.url(), file.toString());
    }
    assertTrue(Files.readString(file).contains("getLists"));
  }

  private static Throwable failureOf(String test, int expected) {
    var failures = run(test, expected).failed().list();
    assertEquals(1, failures.size());
    return failures.get(0).getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }

  private static Events run(String test, int expected) {
    Examples.expected = expected;
    try {
      return EngineTestKit.engine("junit-jupiter")
          .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
          .selectors(selectMethod(Examples.class, test, MaildoubleWorld.class.getName()))
          .execute()
          .testEvents();
    } finally {
      Examples.expected = 0;
    }
  }
}
