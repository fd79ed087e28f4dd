// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A recipient opens a campaign, or an email of an automation. Plain text has no image to load, so it is never seen to be opened.
 *
 * @param campaignId The id of a campaign
 * @param workflowEmailId The id of an email of an automation, instead of the id of a campaign
 * @param emailAddress The address of a member
 * @param ip The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting {@code caller_address}
 * @param at When it happened, between the delivery of the email and now; default: now
 * @param proxy Whether a mail proxy opens it for the recipient, default false; see the setting {@code reports.proxy_excluded}
 */
public record CampaignOpen(
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("workflow_email_id") String workflowEmailId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("ip") String ip,
    @JsonProperty("at") String at,
    @JsonProperty("proxy") Boolean proxy) {
  /** Always {@code campaign.open}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "campaign.open";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CampaignOpen}. */
  public static final class Builder {
    private String campaignId;
    private String workflowEmailId;
    private String emailAddress;
    private String ip;
    private String at;
    private Boolean proxy;

    private Builder() {}

    /** The id of a campaign */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** The id of an email of an automation, instead of the id of a campaign */
    public Builder workflowEmailId(String workflowEmailId) {
      this.workflowEmailId = workflowEmailId;
      return this;
    }

    /** The address of a member */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting {@code caller_address} */
    public Builder ip(String ip) {
      this.ip = ip;
      return this;
    }

    /** When it happened, between the delivery of the email and now; default: now */
    public Builder at(String at) {
      this.at = at;
      return this;
    }

    /** Whether a mail proxy opens it for the recipient, default false; see the setting {@code reports.proxy_excluded} */
    public Builder proxy(Boolean proxy) {
      this.proxy = proxy;
      return this;
    }

    /** Returns the record. */
    public CampaignOpen build() {
      return new CampaignOpen(campaignId, workflowEmailId, emailAddress, ip, at, proxy);
    }
  }
}
