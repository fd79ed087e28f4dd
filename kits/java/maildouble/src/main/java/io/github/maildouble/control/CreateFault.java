// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * Which calls fail, when and how.
 *
 * @param match Selects calls. Every member that is given must match; without members, all calls match.
 * @param when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
 * @param effect The effect: one of {@code problem}, {@code answer}, {@code latency}, {@code connection}, {@code mutate}, {@code address}, {@code stuck}, {@code trigger} and {@code staleness}. Create one fault per effect.
 * @param stage {@code before}: the call has no effect at the service; a {@code truncate} or {@code malformed} answer is the one it would have given. {@code after}: the call takes effect, and only the answer is lost, replaced or delayed. {@code mutate} and {@code slow} always let the call through. One of {@code before}, {@code after}
 * @param mustFire Whether a test fails if the fault never fires; default false
 */
public record CreateFault(
    @JsonProperty("match") FaultMatch match,
    @JsonProperty("when") FaultWhen when,
    @JsonProperty("effect") FaultEffect effect,
    @JsonProperty("stage") String stage,
    @JsonProperty("must_fire") Boolean mustFire) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateFault}. */
  public static final class Builder {
    private FaultMatch match;
    private FaultWhen when;
    private FaultEffect effect;
    private String stage;
    private Boolean mustFire;

    private Builder() {}

    /** Selects calls. Every member that is given must match; without members, all calls match. */
    public Builder match(FaultMatch match) {
      this.match = match;
      return this;
    }

    /** Selects calls. Every member that is given must match; without members, all calls match. */
    public Builder match(Consumer<FaultMatch.Builder> match) {
      var builder = FaultMatch.builder();
      match.accept(builder);
      this.match = builder.build();
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

    /** The effect: one of {@code problem}, {@code answer}, {@code latency}, {@code connection}, {@code mutate}, {@code address}, {@code stuck}, {@code trigger} and {@code staleness}. Create one fault per effect. */
    public Builder effect(FaultEffect effect) {
      this.effect = effect;
      return this;
    }

    /** The effect: one of {@code problem}, {@code answer}, {@code latency}, {@code connection}, {@code mutate}, {@code address}, {@code stuck}, {@code trigger} and {@code staleness}. Create one fault per effect. */
    public Builder effect(Consumer<FaultEffect.Builder> effect) {
      var builder = FaultEffect.builder();
      effect.accept(builder);
      this.effect = builder.build();
      return this;
    }

    /** {@code before}: the call has no effect at the service; a {@code truncate} or {@code malformed} answer is the one it would have given. {@code after}: the call takes effect, and only the answer is lost, replaced or delayed. {@code mutate} and {@code slow} always let the call through. One of {@code before}, {@code after} */
    public Builder stage(String stage) {
      this.stage = stage;
      return this;
    }

    /** Whether a test fails if the fault never fires; default false */
    public Builder mustFire(Boolean mustFire) {
      this.mustFire = mustFire;
      return this;
    }

    /** Returns the record. */
    public CreateFault build() {
      return new CreateFault(match, when, effect, stage, mustFire);
    }
  }
}
