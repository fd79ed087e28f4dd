// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * What happens to which deliveries, and when.
 *
 * @param match Selects deliveries. Every member that is given must match; without members, all deliveries match.
 * @param effect {@code duplicate}: the receiver gets it twice, as two deliveries of which the second names the first as {@code duplicate_of}. {@code drop}: it is never sent and stays {@code recorded} with a {@code reason}. {@code reorder}: it goes out right after the next delivery to the same webhook, or after one minute of the time of the world if none comes; meanwhile the next delivery to that webhook is not held back as well. An object with {@code delay}: it goes out that much later in the time of the world, and other deliveries to the same webhook do not wait for it. An object with {@code omit}: its payload lacks these fields, in every attempt
 * @param when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
 * @param mustFire Whether a test fails if the fault never fires; default false
 */
public record CreateDeliveryFault(
    @JsonProperty("match") DeliveryMatch match,
    @JsonProperty("effect") Object effect,
    @JsonProperty("when") FaultWhen when,
    @JsonProperty("must_fire") Boolean mustFire) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateDeliveryFault}. */
  public static final class Builder {
    private DeliveryMatch match;
    private Object effect;
    private FaultWhen when;
    private Boolean mustFire;

    private Builder() {}

    /** Selects deliveries. Every member that is given must match; without members, all deliveries match. */
    public Builder match(DeliveryMatch match) {
      this.match = match;
      return this;
    }

    /** Selects deliveries. Every member that is given must match; without members, all deliveries match. */
    public Builder match(Consumer<DeliveryMatch.Builder> match) {
      var builder = DeliveryMatch.builder();
      match.accept(builder);
      this.match = builder.build();
      return this;
    }

    /** {@code duplicate}: the receiver gets it twice, as two deliveries of which the second names the first as {@code duplicate_of}. {@code drop}: it is never sent and stays {@code recorded} with a {@code reason}. {@code reorder}: it goes out right after the next delivery to the same webhook, or after one minute of the time of the world if none comes; meanwhile the next delivery to that webhook is not held back as well. An object with {@code delay}: it goes out that much later in the time of the world, and other deliveries to the same webhook do not wait for it. An object with {@code omit}: its payload lacks these fields, in every attempt */
    public Builder effect(Object effect) {
      this.effect = effect;
      return this;
    }

    /** Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected. */
    public Builder when(FaultWhen when) {
      this.when = when;
      return this;
    }

    /** Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected. */
    public Builder when(Consumer<FaultWhen.Builder> when) {
      var builder = FaultWhen.builder();
      when.accept(builder);
      this.when = builder.build();
      return this;
    }

    /** Whether a test fails if the fault never fires; default false */
    public Builder mustFire(Boolean mustFire) {
      this.mustFire = mustFire;
      return this;
    }

    /** Returns the record. */
    public CreateDeliveryFault build() {
      return new CreateDeliveryFault(match, effect, when, mustFire);
    }
  }
}
