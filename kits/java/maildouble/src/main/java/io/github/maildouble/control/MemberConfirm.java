// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A pending member opens the link in the confirmation request and becomes subscribed.
 *
 * @param listId The id of a list
 * @param emailAddress The address of a member
 * @param source The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api}
 */
public record MemberConfirm(
    @JsonProperty("list_id") String listId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("source") String source) {
  /** Always {@code member.confirm}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "member.confirm";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MemberConfirm}. */
  public static final class Builder {
    private String listId;
    private String emailAddress;
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

    /** The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api} */
    public Builder source(String source) {
      this.source = source;
      return this;
    }

    /** Returns the record. */
    public MemberConfirm build() {
      return new MemberConfirm(listId, emailAddress, source);
    }
  }
}
