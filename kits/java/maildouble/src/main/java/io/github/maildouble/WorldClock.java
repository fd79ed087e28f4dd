package io.github.maildouble;

import io.github.maildouble.control.Advanced;
import io.github.maildouble.control.ClockApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock of a world. It is frozen unless the options of the world say otherwise. */
public final class WorldClock extends ClockApi {
  WorldClock(Transport transport, String world) {
    super(transport, world);
  }

  /** The time of the world. */
  public Instant now() {
    return Instant.parse(get().now());
  }

  /** Advances the clock, runs what falls due, and waits for the webhooks that are due. */
  public Advanced advance(Duration by) {
    return advance(body -> body.by(by));
  }

  /** Advances the clock until no job and no delivery is pending. */
  public Advanced advanceUntilIdle() {
    return advance(body -> body.until("idle"));
  }

  /** A clock for your application, in UTC, which always has the time of the world. */
  public Clock javaClock() {
    return new Following(ZoneOffset.UTC);
  }

  private final class Following extends Clock {
    private final ZoneId zone;

    Following(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new Following(other);
    }

    @Override
    public Instant instant() {
      return now();
    }
  }
}
