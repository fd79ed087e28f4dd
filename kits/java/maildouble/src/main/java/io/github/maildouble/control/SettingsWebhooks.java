// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Outgoing webhooks
 *
 * @param mode {@code deliver}: webhooks are sent; {@code record}: they are only recorded. One of {@code deliver}, {@code record}
 * @param validation How a new webhook URL is validated with a GET: {@code send} ignores the answer, {@code strict} rejects the URL unless it answers 2xx, {@code off} sends no GET. One of {@code send}, {@code strict}, {@code off}
 * @param retries Delays of the retries of a failed delivery, counted from the first attempt, ISO 8601 or milliseconds
 * @param giveUp When the service stops sending to a webhook of a list, without a word in the API: as soon as {@code rate} of at least {@code least} attempts within a period failed; null for never. {@code GET .../why} tells
 * @param timeout Longest real time an attempt may take, ISO 8601 or milliseconds
 * @param signing Whether new webhooks are signed if they do not say so themselves by {@code signing_enabled}. One of {@code on}, {@code off}
 * @param signingTime The {@code t} of signatures: the time of the world, or real time. One of {@code world}, {@code real}
 */
public record SettingsWebhooks(
    @JsonProperty("mode") String mode,
    @JsonProperty("validation") String validation,
    @JsonProperty("retries") List<Object> retries,
    @JsonProperty("give_up") SettingsWebhooksGiveUp giveUp,
    @JsonProperty("timeout") Object timeout,
    @JsonProperty("signing") String signing,
    @JsonProperty("signing_time") String signingTime) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsWebhooks}. */
  public static final class Builder {
    private String mode;
    private String validation;
    private List<Object> retries;
    private SettingsWebhooksGiveUp giveUp;
    private Object timeout;
    private String signing;
    private String signingTime;

    private Builder() {}

    /** {@code deliver}: webhooks are sent; {@code record}: they are only recorded. One of {@code deliver}, {@code record} */
    public Builder mode(String mode) {
      this.mode = mode;
      return this;
    }

    /** How a new webhook URL is validated with a GET: {@code send} ignores the answer, {@code strict} rejects the URL unless it answers 2xx, {@code off} sends no GET. One of {@code send}, {@code strict}, {@code off} */
    public Builder validation(String validation) {
      this.validation = validation;
      return this;
    }

    /** Delays of the retries of a failed delivery, counted from the first attempt, ISO 8601 or milliseconds */
    public Builder retries(List<Object> retries) {
      this.retries = retries;
      return this;
    }

    /** When the service stops sending to a webhook of a list, without a word in the API: as soon as {@code rate} of at least {@code least} attempts within a period failed; null for never. {@code GET .../why} tells */
    public Builder giveUp(SettingsWebhooksGiveUp giveUp) {
      this.giveUp = giveUp;
      return this;
    }

    /** When the service stops sending to a webhook of a list, without a word in the API: as soon as {@code rate} of at least {@code least} attempts within a period failed; null for never. {@code GET .../why} tells */
    public Builder giveUp(Consumer<SettingsWebhooksGiveUp.Builder> giveUp) {
      var builder = SettingsWebhooksGiveUp.builder();
      giveUp.accept(builder);
      this.giveUp = builder.build();
      return this;
    }

    /** Longest real time an attempt may take, ISO 8601 or milliseconds */
    public Builder timeout(String timeout) {
      this.timeout = timeout;
      return this;
    }

    /** Longest real time an attempt may take, ISO 8601 or milliseconds */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout.toString();
      return this;
    }

    /** Whether new webhooks are signed if they do not say so themselves by {@code signing_enabled}. One of {@code on}, {@code off} */
    public Builder signing(String signing) {
      this.signing = signing;
      return this;
    }

    /** The {@code t} of signatures: the time of the world, or real time. One of {@code world}, {@code real} */
    public Builder signingTime(String signingTime) {
      this.signingTime = signingTime;
      return this;
    }

    /** Returns the record. */
    public SettingsWebhooks build() {
      return new SettingsWebhooks(mode, validation, retries, giveUp, timeout, signing, signingTime);
    }
  }
}
