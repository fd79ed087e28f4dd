// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A colleague makes a merge field of a list required, or adds a required field with the type {@code text} if the list has none with this tag. From then on, the API refuses members without a value
 *
 * @param listId The id of a list
 * @param tag letters, digits, underscores and hyphens, beginning with a letter or a digit; no other field of the list may have it
 * @param name The name of a new field; default: its tag
 */
public record MergeFieldRequire(
    @JsonProperty("list_id") String listId,
    @JsonProperty("tag") String tag,
    @JsonProperty("name") String name) {
  /** Always {@code merge_field.require}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "merge_field.require";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link MergeFieldRequire}. */
  public static final class Builder {
    private String listId;
    private String tag;
    private String name;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** letters, digits, underscores and hyphens, beginning with a letter or a digit; no other field of the list may have it */
    public Builder tag(String tag) {
      this.tag = tag;
      return this;
    }

    /** The name of a new field; default: its tag */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** Returns the record. */
    public MergeFieldRequire build() {
      return new MergeFieldRequire(listId, tag, name);
    }
  }
}
