// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How time passes from now on.
 *
 * @param mode {@code frozen}: time stands still; {@code realtime}: it runs with real time; {@code scaled}: it runs faster or slower by a factor. One of {@code frozen}, {@code realtime}, {@code scaled}
 * @param rate Seconds that pass per real second; for {@code scaled} only
 */
public record UpdateClock(
    @JsonProperty("mode") String mode,
    @JsonProperty("rate") Double rate) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link UpdateClock}. */
  public static final class Builder {
    private String mode;
    private Double rate;

    private Builder() {}

    /** {@code frozen}: time stands still; {@code realtime}: it runs with real time; {@code scaled}: it runs faster or slower by a factor. One of {@code frozen}, {@code realtime}, {@code scaled} */
    public Builder mode(String mode) {
      this.mode = mode;
      return this;
    }

    /** Seconds that pass per real second; for {@code scaled} only */
    public Builder rate(Double rate) {
      this.rate = rate;
      return this;
    }

    /** Returns the record. */
    public UpdateClock build() {
      return new UpdateClock(mode, rate);
    }
  }
}
