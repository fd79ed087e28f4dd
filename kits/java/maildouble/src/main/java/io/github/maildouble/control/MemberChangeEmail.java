// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A member changes their address.
 *
 * @param listId The id of a list
 * @param emailAddress The address of a member
 * @param newEmailAddress The new address
 * @param source The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api}
 */
public record MemberChangeEmail(
    @JsonProperty("list_id") String listId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("new_email_address") String newEmailAddress,
    @JsonProperty("source") String source) {
  /** Always {@code member.change_email}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "member.change_email";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MemberChangeEmail}. */
  public static final class Builder {
    private String listId;
    private String emailAddress;
    private String newEmailAddress;
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

    /** The new address */
    public Builder newEmailAddress(String newEmailAddress) {
      this.newEmailAddress = newEmailAddress;
      return this;
    }

    /** The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api} */
    public Builder source(String source) {
      this.source = source;
      return this;
    }

    /** Returns the record. */
    public MemberChangeEmail build() {
      return new MemberChangeEmail(listId, emailAddress, newEmailAddress, source);
    }
  }
}
