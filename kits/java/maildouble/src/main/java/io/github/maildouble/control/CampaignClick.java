// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A recipient clicks a link in a campaign, or in an email of an automation. If the recipient has not opened it yet, the click counts as an open too.
 *
 * @param campaignId The id of a campaign
 * @param workflowEmailId The id of an email of an automation, instead of the id of a campaign
 * @param emailAddress The address of a member
 * @param url The link; default https://example.com/
 * @param ip The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting {@code caller_address}
 * @param at When it happened, between the delivery of the email and now; default: now
 */
public record CampaignClick(
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("workflow_email_id") String workflowEmailId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("url") String url,
    @JsonProperty("ip") String ip,
    @JsonProperty("at") String at) {
  /** Always {@code campaign.click}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "campaign.click";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CampaignClick}. */
  public static final class Builder {
    private String campaignId;
    private String workflowEmailId;
    private String emailAddress;
    private String url;
    private String ip;
    private String at;

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

    /** The link; default https://example.com/ */
    public Builder url(String url) {
      this.url = url;
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

    /** Returns the record. */
    public CampaignClick build() {
      return new CampaignClick(campaignId, workflowEmailId, emailAddress, url, ip, at);
    }
  }
}
