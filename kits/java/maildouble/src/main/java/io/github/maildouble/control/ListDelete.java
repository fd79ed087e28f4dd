// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A colleague deletes a list in the web application. Its members, segments, webhooks and everything else on it are gone.
 *
 * @param listId The id of a list
 */
public record ListDelete(
    @JsonProperty("list_id") String listId) {
  /** Always {@code list.delete}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "list.delete";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link ListDelete}. */
  public static final class Builder {
    private String listId;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** Returns the record. */
    public ListDelete build() {
      return new ListDelete(listId);
    }
  }
}
