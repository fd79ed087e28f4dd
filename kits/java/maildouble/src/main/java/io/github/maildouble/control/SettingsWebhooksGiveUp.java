// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * When the service stops sending to a webhook of a list, without a word in the API: as soon as {@code rate} of at least {@code least} attempts within a period failed; null for never. {@code GET .../why} tells
 *
 * @param rate The share of failed attempts, such as 0.5
 * @param within The period, in the time of the world, ISO 8601 or milliseconds
 * @param least The least number of attempts in the period; by default 10
 */
public record SettingsWebhooksGiveUp(
    @JsonProperty("rate") Double rate,
    @JsonProperty("within") Object within,
    @JsonProperty("least") Integer least) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsWebhooksGiveUp}. */
  public static final class Builder {
    private Double rate;
    private Object within;
    private Integer least;

    private Builder() {}

    /** The share of failed attempts, such as 0.5 */
    public Builder rate(Double rate) {
      this.rate = rate;
      return this;
    }

    /** The period, in the time of the world, ISO 8601 or milliseconds */
    public Builder within(String within) {
      this.within = within;
      return this;
    }

    /** The period, in the time of the world, ISO 8601 or milliseconds */
    public Builder within(Duration within) {
      this.within = within.toString();
      return this;
    }

    /** The least number of attempts in the period; by default 10 */
    public Builder least(Integer least) {
      this.least = least;
      return this;
    }

    /** Returns the record. */
    public SettingsWebhooksGiveUp build() {
      return new SettingsWebhooksGiveUp(rate, within, least);
    }
  }
}
