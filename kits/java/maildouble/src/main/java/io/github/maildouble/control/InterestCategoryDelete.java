// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A colleague deletes an interest category of a list, with its interests. Members lose these interests.
 *
 * @param listId The id of a list
 * @param interestCategoryId The id of an interest category
 */
public record InterestCategoryDelete(
    @JsonProperty("list_id") String listId,
    @JsonProperty("interest_category_id") String interestCategoryId) {
  /** Always {@code interest_category.delete}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "interest_category.delete";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link InterestCategoryDelete}. */
  public static final class Builder {
    private String listId;
    private String interestCategoryId;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The id of an interest category */
    public Builder interestCategoryId(String interestCategoryId) {
      this.interestCategoryId = interestCategoryId;
      return this;
    }

    /** Returns the record. */
    public InterestCategoryDelete build() {
      return new InterestCategoryDelete(listId, interestCategoryId);
    }
  }
}
