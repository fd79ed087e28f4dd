// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * Campaigns
 *
 * @param sendRate Number of emails that a campaign sends per second of the world's clock
 * @param sendLeast Shortest time that a send takes, ISO 8601 or milliseconds; 0 sends small campaigns at once
 * @param cancelDelay How long a campaign is {@code canceling} before it is {@code canceled}, ISO 8601 or milliseconds
 * @param unscheduleTo The status of a campaign after it is unscheduled. One of {@code paused}, {@code save}
 * @param sender Whether the domain of {@code reply_to} must be verified before a campaign can be sent. One of {@code any}, {@code verified}
 * @param testLimits Whether the number of test emails is limited. One of {@code on}, {@code off}
 * @param unsentReport The report of a campaign of which nothing was sent: {@code zero} for one with zeros, {@code not_found} for 404. One of {@code zero}, {@code not_found}
 * @param stickyTemplate Whether content for a campaign with a template ignores {@code html}, {@code url} and {@code archive} and answers 200 all the same, as the service did in 2020. One of {@code on}, {@code off}
 * @param clickIsOpen Whether a click of a recipient who has not opened the email counts as an open. One of {@code on}, {@code off}
 * @param max Maximum number of campaigns in the account
 */
public record SettingsCampaigns(
    @JsonProperty("send_rate") Double sendRate,
    @JsonProperty("send_least") Object sendLeast,
    @JsonProperty("cancel_delay") Object cancelDelay,
    @JsonProperty("unschedule_to") String unscheduleTo,
    @JsonProperty("sender") String sender,
    @JsonProperty("test_limits") String testLimits,
    @JsonProperty("unsent_report") String unsentReport,
    @JsonProperty("sticky_template") String stickyTemplate,
    @JsonProperty("click_is_open") String clickIsOpen,
    @JsonProperty("max") Integer max) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsCampaigns}. */
  public static final class Builder {
    private Double sendRate;
    private Object sendLeast;
    private Object cancelDelay;
    private String unscheduleTo;
    private String sender;
    private String testLimits;
    private String unsentReport;
    private String stickyTemplate;
    private String clickIsOpen;
    private Integer max;

    private Builder() {}

    /** Number of emails that a campaign sends per second of the world's clock */
    public Builder sendRate(Double sendRate) {
      this.sendRate = sendRate;
      return this;
    }

    /** Shortest time that a send takes, ISO 8601 or milliseconds; 0 sends small campaigns at once */
    public Builder sendLeast(String sendLeast) {
      this.sendLeast = sendLeast;
      return this;
    }

    /** Shortest time that a send takes, ISO 8601 or milliseconds; 0 sends small campaigns at once */
    public Builder sendLeast(Duration sendLeast) {
      this.sendLeast = sendLeast.toString();
      return this;
    }

    /** How long a campaign is {@code canceling} before it is {@code canceled}, ISO 8601 or milliseconds */
    public Builder cancelDelay(String cancelDelay) {
      this.cancelDelay = cancelDelay;
      return this;
    }

    /** How long a campaign is {@code canceling} before it is {@code canceled}, ISO 8601 or milliseconds */
    public Builder cancelDelay(Duration cancelDelay) {
      this.cancelDelay = cancelDelay.toString();
      return this;
    }

    /** The status of a campaign after it is unscheduled. One of {@code paused}, {@code save} */
    public Builder unscheduleTo(String unscheduleTo) {
      this.unscheduleTo = unscheduleTo;
      return this;
    }

    /** Whether the domain of {@code reply_to} must be verified before a campaign can be sent. One of {@code any}, {@code verified} */
    public Builder sender(String sender) {
      this.sender = sender;
      return this;
    }

    /** Whether the number of test emails is limited. One of {@code on}, {@code off} */
    public Builder testLimits(String testLimits) {
      this.testLimits = testLimits;
      return this;
    }

    /** The report of a campaign of which nothing was sent: {@code zero} for one with zeros, {@code not_found} for 404. One of {@code zero}, {@code not_found} */
    public Builder unsentReport(String unsentReport) {
      this.unsentReport = unsentReport;
      return this;
    }

    /** Whether content for a campaign with a template ignores {@code html}, {@code url} and {@code archive} and answers 200 all the same, as the service did in 2020. One of {@code on}, {@code off} */
    public Builder stickyTemplate(String stickyTemplate) {
      this.stickyTemplate = stickyTemplate;
      return this;
    }

    /** Whether a click of a recipient who has not opened the email counts as an open. One of {@code on}, {@code off} */
    public Builder clickIsOpen(String clickIsOpen) {
      this.clickIsOpen = clickIsOpen;
      return this;
    }

    /** Maximum number of campaigns in the account */
    public Builder max(Integer max) {
      this.max = max;
      return this;
    }

    /** Returns the record. */
    public SettingsCampaigns build() {
      return new SettingsCampaigns(sendRate, sendLeast, cancelDelay, unscheduleTo, sender, testLimits, unsentReport, stickyTemplate, clickIsOpen, max);
    }
  }
}
