// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param from The earlier state: {@code start} (the start of the scenario, to which a reset returns), {@code now}, the name of a snapshot of this world, or {@code world:<id>} for the current state of a world. {@code snapshot:<name>} is always a snapshot
 * @param to The later state, named in the same way
 * @param table Only this table
 * @param limit Maximum number of rows in each list
 * @param offset Number of rows to skip in each list
 */
public record GetDiffQuery(
    @JsonProperty("from") String from,
    @JsonProperty("to") String to,
    @JsonProperty("table") String table,
    @JsonProperty("limit") Integer limit,
    @JsonProperty("offset") Integer offset) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetDiffQuery}. */
  public static final class Builder {
    private String from;
    private String to;
    private String table;
    private Integer limit;
    private Integer offset;

    private Builder() {}

    /** The earlier state: {@code start} (the start of the scenario, to which a reset returns), {@code now}, the name of a snapshot of this world, or {@code world:<id>} for the current state of a world. {@code snapshot:<name>} is always a snapshot */
    public Builder from(String from) {
      this.from = from;
      return this;
    }

    /** The later state, named in the same way */
    public Builder to(String to) {
      this.to = to;
      return this;
    }

    /** Only this table */
    public Builder table(String table) {
      this.table = table;
      return this;
    }

    /** Maximum number of rows in each list */
    public Builder limit(Integer limit) {
      this.limit = limit;
      return this;
    }

    /** Number of rows to skip in each list */
    public Builder offset(Integer offset) {
      this.offset = offset;
      return this;
    }

    /** Returns the record. */
    public GetDiffQuery build() {
      return new GetDiffQuery(from, to, table, limit, offset);
    }
  }
}
