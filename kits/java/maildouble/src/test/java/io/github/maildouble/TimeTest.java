package io.github.maildouble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.maildouble.junit.Maildouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

@Maildouble
class TimeTest {
  // behaviour:frozen-time
  @Test
  void timePassesOnlyWhenTheTestAdvancesIt(MaildoubleWorld world) {
    var before = world.clock().now();
    assertEquals(before, world.clock().now());
    assertEquals("2026-01-15T09:05:00.000Z", world.clock().advance(Duration.ofMinutes(5)).to());
    assertEquals(Duration.ofMinutes(5), Duration.between(before, world.clock().now()));
  }

  // behaviour:fake-time
  @Test
  void aJavaClockHasTheTimeOfTheWorld(MaildoubleWorld world) {
    var clock = world.clock().javaClock();
    assertEquals("2026-01-15T09:00", LocalDateTime.now(clock).toString());
    world.clock().advance(Duration.ofMinutes(90));
    assertEquals("2026-01-15T10:30", LocalDateTime.now(clock).toString());
    world.reset();
    assertEquals("2026-01-15T09:00", LocalDateTime.now(clock).toString());
  }

  // behaviour:batch
  @Test
  void aBatchIsFinishedWhenTimeHasPassed(MaildoubleWorld world) throws IOException {
    var operation = Map.of("method", "GET", "path", "/lists", "operation_id", "lists");
    var batch = world.post("/batches", Map.of("operations", List.of(operation))).json();
    assertEquals("pending", batch.path("status").asText());
    world.clock().advanceUntilIdle();
    var finished = world.get("/batches/" + batch.path("id").asText()).json();
    assertEquals("finished", finished.path("status").asText());
    var archive = world.open(finished.path("response_body_url").asText()).bytes();
    try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(archive))) {
      assertTrue(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8).contains("\"operation_id\":\"lists\""));
    }
  }
}
