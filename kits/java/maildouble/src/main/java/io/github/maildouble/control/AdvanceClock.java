// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * How far to advance: exactly one of {@code by}, {@code to} and {@code until}.
 *
 * @param by An ISO 8601 duration such as PT31S or P1D, or milliseconds
 * @param to An instant, ISO 8601
 * @param until Advance until no job and no delivery is pending. One of {@code idle}
 * @param maxWait Longest real time to wait for deliveries in total, ISO 8601 or milliseconds; default PT60S
 */
public record AdvanceClock(
    @JsonProperty("by") Object by,
    @JsonProperty("to") String to,
    @JsonProperty("until") String until,
    @JsonProperty("max_wait") Object maxWait) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link AdvanceClock}. */
  public static final class Builder {
    private Object by;
    private String to;
    private String until;
    private Object maxWait;

    private Builder() {}

    /** An ISO 8601 duration such as PT31S or P1D, or milliseconds */
    public Builder by(String by) {
      this.by = by;
      return this;
    }

    /** An ISO 8601 duration such as PT31S or P1D, or milliseconds */
    public Builder by(Duration by) {
      this.by = by.toString();
      return this;
    }

    /** An instant, ISO 8601 */
    public Builder to(String to) {
      this.to = to;
      return this;
    }

    /** Advance until no job and no delivery is pending. One of {@code idle} */
    public Builder until(String until) {
      this.until = until;
      return this;
    }

    /** Longest real time to wait for deliveries in total, ISO 8601 or milliseconds; default PT60S */
    public Builder maxWait(String maxWait) {
      this.maxWait = maxWait;
      return this;
    }

    /** Longest real time to wait for deliveries in total, ISO 8601 or milliseconds; default PT60S */
    public Builder maxWait(Duration maxWait) {
      this.maxWait = maxWait.toString();
      return this;
    }

    /** Returns the record. */
    public AdvanceClock build() {
      return new AdvanceClock(by, to, until, maxWait);
    }
  }
}
