// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A member reports an email as abuse. This creates an abuse report and unsubscribes the member, as if the member had done it.
 *
 * @param listId The id of a list
 * @param emailAddress The address of a member
 * @param campaignId The campaign that led to it, if there is one
 * @param source The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api}
 */
public record MemberComplain(
    @JsonProperty("list_id") String listId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("source") String source) {
  /** Always {@code member.complain}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "member.complain";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MemberComplain}. */
  public static final class Builder {
    private String listId;
    private String emailAddress;
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
    public MemberComplain build() {
      return new MemberComplain(listId, emailAddress, campaignId, source);
    }
  }
}
