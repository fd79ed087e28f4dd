// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A campaign is cancelled. With {@code list_id} and {@code subject_line}, a new campaign is made and cancelled before anything is sent. With {@code campaign_id} alone, a campaign that is being sent is cancelled as by the action {@code cancel-send} of the API, whatever the plan.
 *
 * @param listId The id of a list
 * @param subjectLine The subject of a new campaign
 * @param title The title of a new campaign; default: its subject
 * @param segmentId The segment a new campaign would have gone to
 * @param campaignId ten hexadecimal digits in lower case: the id of the new campaign, if it should not be generated
 */
public record CampaignCancel(
    @JsonProperty("list_id") String listId,
    @JsonProperty("subject_line") String subjectLine,
    @JsonProperty("title") String title,
    @JsonProperty("segment_id") Integer segmentId,
    @JsonProperty("campaign_id") String campaignId) {
  /** Always {@code campaign.cancel}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "campaign.cancel";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CampaignCancel}. */
  public static final class Builder {
    private String listId;
    private String subjectLine;
    private String title;
    private Integer segmentId;
    private String campaignId;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The subject of a new campaign */
    public Builder subjectLine(String subjectLine) {
      this.subjectLine = subjectLine;
      return this;
    }

    /** The title of a new campaign; default: its subject */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** The segment a new campaign would have gone to */
    public Builder segmentId(Integer segmentId) {
      this.segmentId = segmentId;
      return this;
    }

    /** ten hexadecimal digits in lower case: the id of the new campaign, if it should not be generated */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** Returns the record. */
    public CampaignCancel build() {
      return new CampaignCancel(listId, subjectLine, title, segmentId, campaignId);
    }
  }
}
