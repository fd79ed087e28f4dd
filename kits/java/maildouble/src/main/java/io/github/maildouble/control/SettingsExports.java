// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * Account exports
 *
 * @param interval Shortest time between two exports, ISO 8601 or milliseconds; 0 for no limit
 * @param build How long an export takes to build, ISO 8601 or milliseconds
 */
public record SettingsExports(
    @JsonProperty("interval") Object interval,
    @JsonProperty("build") Object build) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsExports}. */
  public static final class Builder {
    private Object interval;
    private Object build;

    private Builder() {}

    /** Shortest time between two exports, ISO 8601 or milliseconds; 0 for no limit */
    public Builder interval(String interval) {
      this.interval = interval;
      return this;
    }

    /** Shortest time between two exports, ISO 8601 or milliseconds; 0 for no limit */
    public Builder interval(Duration interval) {
      this.interval = interval.toString();
      return this;
    }

    /** How long an export takes to build, ISO 8601 or milliseconds */
    public Builder build(String build) {
      this.build = build;
      return this;
    }

    /** How long an export takes to build, ISO 8601 or milliseconds */
    public Builder build(Duration build) {
      this.build = build.toString();
      return this;
    }

    /** Returns the record. */
    public SettingsExports build() {
      return new SettingsExports(interval, build);
    }
  }
}
