// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An email to a member bounces. A hard bounce cleans the member; a soft one lowers the rating.
 *
 * @param listId The id of a list
 * @param emailAddress The address of a member
 * @param bounce Hard (permanent) or soft (temporary). One of {@code hard}, {@code soft}
 * @param campaignId The campaign that led to it, if there is one
 * @param source The source recorded for the change; default {@code admin}. One of {@code user}, {@code admin}, {@code api}
 */
public record MemberBounce(
    @JsonProperty("list_id") String listId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("bounce") String bounce,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("source") String source) {
  /** Always {@code member.bounce}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "member.bounce";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MemberBounce}. */
  public static final class Builder {
    private String listId;
    private String emailAddress;
    private String bounce;
    private String campaignId;
    private String source;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The address of a member */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** Hard (permanent) or soft (temporary). One of {@code hard}, {@code soft} */
    public Builder bounce(String bounce) {
      this.bounce = bounce;
      return this;
    }

    /** The campaign that led to it, if there is one */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** The source recorded for the change; default {@code admin}. One of {@code user}, {@code admin}, {@code api} */
    public Builder source(String source) {
      this.source = source;
      return this;
    }

    /** Returns the record. */
    public MemberBounce build() {
      return new MemberBounce(listId, emailAddress, bounce, campaignId, source);
    }
  }
}
