// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A person picks the winning version of a campaign that tests several. The rest of its recipients get it.
 *
 * @param campaignId The id of a campaign
 * @param combinationId The id of the version
 */
public record CampaignPickWinner(
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("combination_id") String combinationId) {
  /** Always {@code campaign.pick_winner}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "campaign.pick_winner";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CampaignPickWinner}. */
  public static final class Builder {
    private String campaignId;
    private String combinationId;

    private Builder() {}

    /** The id of a campaign */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** The id of the version */
    public Builder combinationId(String combinationId) {
      this.combinationId = combinationId;
      return this;
    }

    /** Returns the record. */
    public CampaignPickWinner build() {
      return new CampaignPickWinner(campaignId, combinationId);
    }
  }
}
