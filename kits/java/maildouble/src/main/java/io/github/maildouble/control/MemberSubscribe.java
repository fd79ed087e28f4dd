// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * A contact joins a list. By default the contact fills in the sign-up form of the list: on a double opt-in list the member is then pending and gets a confirmation request; contacts who unsubscribed, bounced or were deleted permanently can come back this way. With the source {@code admin} or {@code api} the member is subscribed at once, under the rules of the API.
 *
 * @param listId The id of a list
 * @param emailAddress The address of a member
 * @param source The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api}
 * @param mergeFields Values by merge tag
 * @param interests Whether the member has each interest, by interest id
 * @param language The code of a language
 * @param emailType The preferred email format. One of {@code html}, {@code text}
 */
public record MemberSubscribe(
    @JsonProperty("list_id") String listId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("source") String source,
    @JsonProperty("merge_fields") Map<String, Object> mergeFields,
    @JsonProperty("interests") Map<String, Boolean> interests,
    @JsonProperty("language") String language,
    @JsonProperty("email_type") String emailType) {
  /** Always {@code member.subscribe}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "member.subscribe";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MemberSubscribe}. */
  public static final class Builder {
    private String listId;
    private String emailAddress;
    private String source;
    private Map<String, Object> mergeFields;
    private Map<String, Boolean> interests;
    private String language;
    private String emailType;

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

    /** Values by merge tag */
    public Builder mergeFields(Map<String, Object> mergeFields) {
      this.mergeFields = mergeFields;
      return this;
    }

    /** Whether the member has each interest, by interest id */
    public Builder interests(Map<String, Boolean> interests) {
      this.interests = interests;
      return this;
    }

    /** The code of a language */
    public Builder language(String language) {
      this.language = language;
      return this;
    }

    /** The preferred email format. One of {@code html}, {@code text} */
    public Builder emailType(String emailType) {
      this.emailType = emailType;
      return this;
    }

    /** Returns the record. */
    public MemberSubscribe build() {
      return new MemberSubscribe(listId, emailAddress, source, mergeFields, interests, language, emailType);
    }
  }
}
