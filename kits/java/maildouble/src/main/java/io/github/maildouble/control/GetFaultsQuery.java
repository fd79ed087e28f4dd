// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param unfired With true, only faults that must fire and have not
 * @param limit Maximum number of results
 * @param offset Number of results to skip
 */
public record GetFaultsQuery(
    @JsonProperty("unfired") Boolean unfired,
    @JsonProperty("limit") Integer limit,
    @JsonProperty("offset") Integer offset) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetFaultsQuery}. */
  public static final class Builder {
    private Boolean unfired;
    private Integer limit;
    private Integer offset;

    private Builder() {}

    /** With true, only faults that must fire and have not */
    public Builder unfired(Boolean unfired) {
      this.unfired = unfired;
      return this;
    }

    /** Maximum number of results */
    public Builder limit(Integer limit) {
      this.limit = limit;
      return this;
    }

    /** Number of results to skip */
    public Builder offset(Integer offset) {
      this.offset = offset;
      return this;
    }

    /** Returns the record. */
    public GetFaultsQuery build() {
      return new GetFaultsQuery(unfired, limit, offset);
    }
  }
}
