// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * How long calls of an operation take
 *
 * @param call Time for each call, ISO 8601 or milliseconds; by default {@code service_time}
 * @param row Time for each row that {@code count} asks for, ISO 8601 or milliseconds; none by default
 * @param skipped Time for each row that {@code offset} skips, ISO 8601 or milliseconds; none by default
 */
public record SettingsOperationTimes(
    @JsonProperty("call") Object call,
    @JsonProperty("row") Object row,
    @JsonProperty("skipped") Object skipped) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsOperationTimes}. */
  public static final class Builder {
    private Object call;
    private Object row;
    private Object skipped;

    private Builder() {}

    /** Time for each call, ISO 8601 or milliseconds; by default {@code service_time} */
    public Builder call(String call) {
      this.call = call;
      return this;
    }

    /** Time for each call, ISO 8601 or milliseconds; by default {@code service_time} */
    public Builder call(Duration call) {
      this.call = call.toString();
      return this;
    }

    /** Time for each row that {@code count} asks for, ISO 8601 or milliseconds; none by default */
    public Builder row(String row) {
      this.row = row;
      return this;
    }

    /** Time for each row that {@code count} asks for, ISO 8601 or milliseconds; none by default */
    public Builder row(Duration row) {
      this.row = row.toString();
      return this;
    }

    /** Time for each row that {@code offset} skips, ISO 8601 or milliseconds; none by default */
    public Builder skipped(String skipped) {
      this.skipped = skipped;
      return this;
    }

    /** Time for each row that {@code offset} skips, ISO 8601 or milliseconds; none by default */
    public Builder skipped(Duration skipped) {
      this.skipped = skipped.toString();
      return this;
    }

    /** Returns the record. */
    public SettingsOperationTimes build() {
      return new SettingsOperationTimes(call, row, skipped);
    }
  }
}
