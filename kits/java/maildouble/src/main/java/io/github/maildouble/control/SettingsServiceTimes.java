// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * How long calls take, by operation and by row
 *
 * @param clock Whose time calls take: {@code real} time, or the time of the {@code world}. A frozen clock then moves forward with each call, and runs what falls due. One of {@code real}, {@code world}
 * @param operations How long calls of single operations take, by operationId; {@code *} stands for all others: `{ getEmailActivity: { row: PT0.02S } }{@code . At most ten minutes each. Operations of batches have }batch.operation`
 */
public record SettingsServiceTimes(
    @JsonProperty("clock") String clock,
    @JsonProperty("operations") Map<String, SettingsOperationTimes> operations) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsServiceTimes}. */
  public static final class Builder {
    private String clock;
    private Map<String, SettingsOperationTimes> operations;

    private Builder() {}

    /** Whose time calls take: {@code real} time, or the time of the {@code world}. A frozen clock then moves forward with each call, and runs what falls due. One of {@code real}, {@code world} */
    public Builder clock(String clock) {
      this.clock = clock;
      return this;
    }

    /** How long calls of single operations take, by operationId; {@code *} stands for all others: `{ getEmailActivity: { row: PT0.02S } }{@code . At most ten minutes each. Operations of batches have }batch.operation` */
    public Builder operations(Map<String, SettingsOperationTimes> operations) {
      this.operations = operations;
      return this;
    }

    /** Returns the record. */
    public SettingsServiceTimes build() {
      return new SettingsServiceTimes(clock, operations);
    }
  }
}
