// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param cause Only changes made by a request, by a job or by a trigger; steps of the scenario's timeline, and reactions to campaigns, are both jobs and triggers. One of {@code request}, {@code job}, {@code trigger}
 * @param table Only changes of rows of this table, as in {@code GET .../state}
 * @param since Only changes at or after this instant of the world, ISO 8601
 * @param until Only changes before this instant of the world, ISO 8601
 * @param after Only changes with a higher number
 * @param before Only changes with a lower number. With {@code order=desc} it continues a list whatever has happened since
 * @param limit Maximum number of results
 * @param offset Number of results to skip
 * @param order Oldest or latest first. One of {@code asc}, {@code desc}
 */
public record GetChangesQuery(
    @JsonProperty("cause") String cause,
    @JsonProperty("table") String table,
    @JsonProperty("since") String since,
    @JsonProperty("until") String until,
    @JsonProperty("after") Integer after,
    @JsonProperty("before") Integer before,
    @JsonProperty("limit") Integer limit,
    @JsonProperty("offset") Integer offset,
    @JsonProperty("order") String order) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetChangesQuery}. */
  public static final class Builder {
    private String cause;
    private String table;
    private String since;
    private String until;
    private Integer after;
    private Integer before;
    private Integer limit;
    private Integer offset;
    private String order;

    private Builder() {}

    /** Only changes made by a request, by a job or by a trigger; steps of the scenario's timeline, and reactions to campaigns, are both jobs and triggers. One of {@code request}, {@code job}, {@code trigger} */
    public Builder cause(String cause) {
      this.cause = cause;
      return this;
    }

    /** Only changes of rows of this table, as in {@code GET .../state} */
    public Builder table(String table) {
      this.table = table;
      return this;
    }

    /** Only changes at or after this instant of the world, ISO 8601 */
    public Builder since(String since) {
      this.since = since;
      return this;
    }

    /** Only changes before this instant of the world, ISO 8601 */
    public Builder until(String until) {
      this.until = until;
      return this;
    }

    /** Only changes with a higher number */
    public Builder after(Integer after) {
      this.after = after;
      return this;
    }

    /** Only changes with a lower number. With {@code order=desc} it continues a list whatever has happened since */
    public Builder before(Integer before) {
      this.before = before;
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

    /** Oldest or latest first. One of {@code asc}, {@code desc} */
    public Builder order(String order) {
      this.order = order;
      return this;
    }

    /** Returns the record. */
    public GetChangesQuery build() {
      return new GetChangesQuery(cause, table, since, until, after, before, limit, offset, order);
    }
  }
}
