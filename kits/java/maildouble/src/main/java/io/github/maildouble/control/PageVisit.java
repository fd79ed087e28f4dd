// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A visitor views a published landing page.
 *
 * @param pageId The id of a landing page
 */
public record PageVisit(
    @JsonProperty("page_id") String pageId) {
  /** Always {@code page.visit}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "page.visit";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link PageVisit}. */
  public static final class Builder {
    private String pageId;

    private Builder() {}

    /** The id of a landing page */
    public Builder pageId(String pageId) {
      this.pageId = pageId;
      return this;
    }

    /** Returns the record. */
    public PageVisit build() {
      return new PageVisit(pageId);
    }
  }
}
