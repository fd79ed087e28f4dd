// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Expected number of calls; default: at least one.
 *
 * @param exactly Exactly this many
 * @param atLeast This many or more
 * @param atMost This many or fewer
 */
public record RequestCount(
    @JsonProperty("exactly") Integer exactly,
    @JsonProperty("at_least") Integer atLeast,
    @JsonProperty("at_most") Integer atMost) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link RequestCount}. */
  public static final class Builder {
    private Integer exactly;
    private Integer atLeast;
    private Integer atMost;

    private Builder() {}

    /** Exactly this many */
    public Builder exactly(Integer exactly) {
      this.exactly = exactly;
      return this;
    }

    /** This many or more */
    public Builder atLeast(Integer atLeast) {
      this.atLeast = atLeast;
      return this;
    }

    /** This many or fewer */
    public Builder atMost(Integer atMost) {
      this.atMost = atMost;
      return this;
    }

    /** Returns the record. */
    public RequestCount build() {
      return new RequestCount(exactly, atLeast, atMost);
    }
  }
}
