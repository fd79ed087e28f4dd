// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * How long single phases take instead of {@code phase}; for {@code started}, the time until the first operation runs, instead of {@code operation}
 *
 * @param pending From the turn of the batch until it is {@code preprocessing}, ISO 8601 or milliseconds
 * @param preprocessing From {@code preprocessing} until it is {@code started}, ISO 8601 or milliseconds
 * @param started From {@code started} until its first operation runs, ISO 8601 or milliseconds
 * @param finalizing From {@code finalizing} until it is {@code finished}, ISO 8601 or milliseconds
 */
public record SettingsBatchPhases(
    @JsonProperty("pending") Object pending,
    @JsonProperty("preprocessing") Object preprocessing,
    @JsonProperty("started") Object started,
    @JsonProperty("finalizing") Object finalizing) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsBatchPhases}. */
  public static final class Builder {
    private Object pending;
    private Object preprocessing;
    private Object started;
    private Object finalizing;

    private Builder() {}

    /** From the turn of the batch until it is {@code preprocessing}, ISO 8601 or milliseconds */
    public Builder pending(String pending) {
      this.pending = pending;
      return this;
    }

    /** From the turn of the batch until it is {@code preprocessing}, ISO 8601 or milliseconds */
    public Builder pending(Duration pending) {
      this.pending = pending.toString();
      return this;
    }

    /** From {@code preprocessing} until it is {@code started}, ISO 8601 or milliseconds */
    public Builder preprocessing(String preprocessing) {
      this.preprocessing = preprocessing;
      return this;
    }

    /** From {@code preprocessing} until it is {@code started}, ISO 8601 or milliseconds */
    public Builder preprocessing(Duration preprocessing) {
      this.preprocessing = preprocessing.toString();
      return this;
    }

    /** From {@code started} until its first operation runs, ISO 8601 or milliseconds */
    public Builder started(String started) {
      this.started = started;
      return this;
    }

    /** From {@code started} until its first operation runs, ISO 8601 or milliseconds */
    public Builder started(Duration started) {
      this.started = started.toString();
      return this;
    }

    /** From {@code finalizing} until it is {@code finished}, ISO 8601 or milliseconds */
    public Builder finalizing(String finalizing) {
      this.finalizing = finalizing;
      return this;
    }

    /** From {@code finalizing} until it is {@code finished}, ISO 8601 or milliseconds */
    public Builder finalizing(Duration finalizing) {
      this.finalizing = finalizing.toString();
      return this;
    }

    /** Returns the record. */
    public SettingsBatchPhases build() {
      return new SettingsBatchPhases(pending, preprocessing, started, finalizing);
    }
  }
}
