// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Stats of lists
 *
 * @param ratesUntilCalculated What a list shows for its rates ({@code avg_sub_rate}, {@code avg_unsub_rate}, {@code target_sub_rate}, {@code open_rate}, {@code click_rate}) before its first campaign: {@code absent} leaves them out, as the reference says; {@code zero} shows 0, as recorded answers of the real service do. One of {@code absent}, {@code zero}
 */
public record SettingsStats(
    @JsonProperty("rates_until_calculated") String ratesUntilCalculated) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsStats}. */
  public static final class Builder {
    private String ratesUntilCalculated;

    private Builder() {}

    /** What a list shows for its rates ({@code avg_sub_rate}, {@code avg_unsub_rate}, {@code target_sub_rate}, {@code open_rate}, {@code click_rate}) before its first campaign: {@code absent} leaves them out, as the reference says; {@code zero} shows 0, as recorded answers of the real service do. One of {@code absent}, {@code zero} */
    public Builder ratesUntilCalculated(String ratesUntilCalculated) {
      this.ratesUntilCalculated = ratesUntilCalculated;
      return this;
    }

    /** Returns the record. */
    public SettingsStats build() {
      return new SettingsStats(ratesUntilCalculated);
    }
  }
}
