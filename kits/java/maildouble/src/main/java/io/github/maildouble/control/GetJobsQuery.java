// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param kind Only jobs of this kind. One of {@code account-exports.begin}, {@code account-exports.write}, {@code batches.finish}, {@code batches.operate}, {@code batches.prepare}, {@code batches.start}, {@code deliveries.release}, {@code deliveries.retry}, {@code timeline.react}, {@code timeline.run}
 * @param dueBefore Only jobs that fall due before this instant of the world, ISO 8601
 * @param limit Maximum number of results
 * @param offset Number of results to skip
 */
public record GetJobsQuery(
    @JsonProperty("kind") String kind,
    @JsonProperty("due_before") String dueBefore,
    @JsonProperty("limit") Integer limit,
    @JsonProperty("offset") Integer offset) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetJobsQuery}. */
  public static final class Builder {
    private String kind;
    private String dueBefore;
    private Integer limit;
    private Integer offset;

    private Builder() {}

    /** Only jobs of this kind. One of {@code account-exports.begin}, {@code account-exports.write}, {@code batches.finish}, {@code batches.operate}, {@code batches.prepare}, {@code batches.start}, {@code deliveries.release}, {@code deliveries.retry}, {@code timeline.react}, {@code timeline.run} */
    public Builder kind(String kind) {
      this.kind = kind;
      return this;
    }

    /** Only jobs that fall due before this instant of the world, ISO 8601 */
    public Builder dueBefore(String dueBefore) {
      this.dueBefore = dueBefore;
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
    public GetJobsQuery build() {
      return new GetJobsQuery(kind, dueBefore, limit, offset);
    }
  }
}
