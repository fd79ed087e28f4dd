// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param activity Whether to count what has happened in each world
 */
public record GetWorldsQuery(
    @JsonProperty("activity") Boolean activity) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetWorldsQuery}. */
  public static final class Builder {
    private Boolean activity;

    private Builder() {}

    /** Whether to count what has happened in each world */
    public Builder activity(Boolean activity) {
      this.activity = activity;
      return this;
    }

    /** Returns the record. */
    public GetWorldsQuery build() {
      return new GetWorldsQuery(activity);
    }
  }
}
