// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.function.Consumer;

/** The operations of the control API about clock. */
public class ClockApi {
  private final Transport transport;
  private final String world;

  public ClockApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** Get the clock and its pending jobs: {@code getClock}. */
  public Clock get() {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/clock", null, null, new TypeReference<Clock>() {});
  }

  /** Freeze, run or speed up the clock: {@code updateClock}. */
  public Clock update(UpdateClock body) {
    return transport.call("PATCH", "/worlds/" + Transport.segment(world) + "/clock", null, body, new TypeReference<Clock>() {});
  }

  /** Freeze, run or speed up the clock: {@code updateClock}. */
  public Clock update(Consumer<UpdateClock.Builder> body) {
    var builder = UpdateClock.builder();
    body.accept(builder);
    return update(builder.build());
  }

  /** Advance the clock: {@code advanceClock}. */
  public Advanced advance(AdvanceClock body) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/clock/advance", null, body, new TypeReference<Advanced>() {});
  }

  /** Advance the clock: {@code advanceClock}. */
  public Advanced advance(Consumer<AdvanceClock.Builder> body) {
    var builder = AdvanceClock.builder();
    body.accept(builder);
    return advance(builder.build());
  }
}
