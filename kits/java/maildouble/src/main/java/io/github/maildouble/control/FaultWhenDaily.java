// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * Only calls in this window of each day of the world
 *
 * @param from The time of day in UTC: {@code 10:00}
 * @param for_ The length of the window, ISO 8601 or milliseconds; at most P1D
 */
public record FaultWhenDaily(
    @JsonProperty("from") String from,
    @JsonProperty("for") Object for_) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultWhenDaily}. */
  public static final class Builder {
    private String from;
    private Object for_;

    private Builder() {}

    /** The time of day in UTC: {@code 10:00} */
    public Builder from(String from) {
      this.from = from;
      return this;
    }

    /** The length of the window, ISO 8601 or milliseconds; at most P1D */
    public Builder for_(String for_) {
      this.for_ = for_;
      return this;
    }

    /** The length of the window, ISO 8601 or milliseconds; at most P1D */
    public Builder for_(Duration for_) {
      this.for_ = for_.toString();
      return this;
    }

    /** Returns the record. */
    public FaultWhenDaily build() {
      return new FaultWhenDaily(from, for_);
    }
  }
}
