// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * Holds the batch that a matching call creates at the end of a phase: for a time of the world, or until the fault is deleted. Match the operation {@code createBatch}.
 *
 * @param phase The phase that the batch does not leave; in {@code started}, no operation runs. One of {@code pending}, {@code preprocessing}, {@code started}, {@code finalizing}
 * @param for_ How much longer the phase lasts, in the time of the world, ISO 8601 or milliseconds; by default until the fault is deleted
 */
public record FaultHold(
    @JsonProperty("phase") String phase,
    @JsonProperty("for") Object for_) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultHold}. */
  public static final class Builder {
    private String phase;
    private Object for_;

    private Builder() {}

    /** The phase that the batch does not leave; in {@code started}, no operation runs. One of {@code pending}, {@code preprocessing}, {@code started}, {@code finalizing} */
    public Builder phase(String phase) {
      this.phase = phase;
      return this;
    }

    /** How much longer the phase lasts, in the time of the world, ISO 8601 or milliseconds; by default until the fault is deleted */
    public Builder for_(String for_) {
      this.for_ = for_;
      return this;
    }

    /** How much longer the phase lasts, in the time of the world, ISO 8601 or milliseconds; by default until the fault is deleted */
    public Builder for_(Duration for_) {
      this.for_ = for_.toString();
      return this;
    }

    /** Returns the record. */
    public FaultHold build() {
      return new FaultHold(phase, for_);
    }
  }
}
