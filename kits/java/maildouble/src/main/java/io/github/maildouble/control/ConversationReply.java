// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A recipient replies to a campaign. The first reply begins a conversation.
 *
 * @param campaignId The id of a campaign
 * @param emailAddress The address of a member
 * @param message The reply as plain text
 */
public record ConversationReply(
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("message") String message) {
  /** Always {@code conversation.reply}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "conversation.reply";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link ConversationReply}. */
  public static final class Builder {
    private String campaignId;
    private String emailAddress;
    private String message;

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

    /** The reply as plain text */
    public Builder message(String message) {
      this.message = message;
      return this;
    }

    /** Returns the record. */
    public ConversationReply build() {
      return new ConversationReply(campaignId, emailAddress, message);
    }
  }
}
