// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A colleague deletes an interest of a list. Members lose it.
 *
 * @param listId The id of a list
 * @param interestId The id of an interest
 */
public record InterestDelete(
    @JsonProperty("list_id") String listId,
    @JsonProperty("interest_id") String interestId) {
  /** Always {@code interest.delete}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "interest.delete";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link InterestDelete}. */
  public static final class Builder {
    private String listId;
    private String interestId;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The id of an interest */
    public Builder interestId(String interestId) {
      this.interestId = interestId;
      return this;
    }

    /** Returns the record. */
    public InterestDelete build() {
      return new InterestDelete(listId, interestId);
    }
  }
}
