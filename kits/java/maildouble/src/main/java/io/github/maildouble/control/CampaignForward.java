// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A recipient forwards a campaign to a friend.
 *
 * @param campaignId The id of a campaign
 * @param emailAddress The address of a member
 * @param opened Whether the friend opens it; default: no
 */
public record CampaignForward(
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("opened") Boolean opened) {
  /** Always {@code campaign.forward}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "campaign.forward";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CampaignForward}. */
  public static final class Builder {
    private String campaignId;
    private String emailAddress;
    private Boolean opened;

    private Builder() {}

    /** The id of a campaign */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** The address of a member */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** Whether the friend opens it; default: no */
    public Builder opened(Boolean opened) {
      this.opened = opened;
      return this;
    }

    /** Returns the record. */
    public CampaignForward build() {
      return new CampaignForward(campaignId, emailAddress, opened);
    }
  }
}
