// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What led to the order
 *
 * @param id The id of a campaign or landing page, or any other text
 */
public record TriggerOutreach(
    @JsonProperty("id") String id) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TriggerOutreach}. */
  public static final class Builder {
    private String id;

    private Builder() {}

    /** The id of a campaign or landing page, or any other text */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** Returns the record. */
    public TriggerOutreach build() {
      return new TriggerOutreach(id);
    }
  }
}
