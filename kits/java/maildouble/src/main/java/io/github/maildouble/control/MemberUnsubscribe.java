// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A member leaves the list. By default the member unsubscribes personally, and then the API can't resubscribe the member.
 *
 * @param listId The id of a list
 * @param emailAddress The address of a member
 * @param reason The reason, shown as {@code unsubscribe_reason} of the member
 * @param campaignId The campaign that led to it, if there is one
 * @param source The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api}
 */
public record MemberUnsubscribe(
    @JsonProperty("list_id") String listId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("reason") String reason,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("source") String source) {
  /** Always {@code member.unsubscribe}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "member.unsubscribe";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MemberUnsubscribe}. */
  public static final class Builder {
    private String listId;
    private String emailAddress;
    private String reason;
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

    /** The reason, shown as {@code unsubscribe_reason} of the member */
    public Builder reason(String reason) {
      this.reason = reason;
      return this;
    }

    /** The campaign that led to it, if there is one */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api} */
    public Builder source(String source) {
      this.source = source;
      return this;
    }

    /** Returns the record. */
    public MemberUnsubscribe build() {
      return new MemberUnsubscribe(listId, emailAddress, reason, campaignId, source);
    }
  }
}
