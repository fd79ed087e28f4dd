// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The parameters of a query.
 *
 * @param operation Only calls of this operation, or of one of several, separated by commas
 * @param method Only calls with this method of the operation; HEAD counts as GET
 * @param path Only calls whose path matches this glob, below {@code /3.0}, or for pages and the sign-in below the base URL of the world: {@code *} stands for any characters of one segment, {@code **} for any number of segments
 * @param status Only calls answered with this status, such as 404, or class of statuses, such as 4xx; {@code none} for calls without an answer
 * @param via Only calls that arrived this way. One of {@code http}, {@code batch}
 * @param since Only calls at or after this instant of the world, ISO 8601
 * @param after Only calls after the one with this id
 * @param before Only calls before the one with this id. With {@code order=desc} it continues a list whatever has arrived since
 * @param until Only calls before this instant of the world, ISO 8601
 * @param text Only calls with this text in the method, path, query, operation or one of the bodies, as the journal shows them; case is ignored
 * @param refused With true, only calls answered with a status of 400 or more; with false, only others
 * @param faulted With true, only calls that a fault or {@code X-Trigger-Error} affected; with false, only others
 * @param limit Maximum number of results
 * @param offset Number of results to skip
 * @param order Oldest or latest first. One of {@code asc}, {@code desc}
 */
public record GetRequestsQuery(
    @JsonProperty("operation") List<String> operation,
    @JsonProperty("method") String method,
    @JsonProperty("path") String path,
    @JsonProperty("status") String status,
    @JsonProperty("via") String via,
    @JsonProperty("since") String since,
    @JsonProperty("after") String after,
    @JsonProperty("before") String before,
    @JsonProperty("until") String until,
    @JsonProperty("text") String text,
    @JsonProperty("refused") Boolean refused,
    @JsonProperty("faulted") Boolean faulted,
    @JsonProperty("limit") Integer limit,
    @JsonProperty("offset") Integer offset,
    @JsonProperty("order") String order) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetRequestsQuery}. */
  public static final class Builder {
    private List<String> operation;
    private String method;
    private String path;
    private String status;
    private String via;
    private String since;
    private String after;
    private String before;
    private String until;
    private String text;
    private Boolean refused;
    private Boolean faulted;
    private Integer limit;
    private Integer offset;
    private String order;

    private Builder() {}

    /** Only calls of this operation, or of one of several, separated by commas */
    public Builder operation(List<String> operation) {
      this.operation = operation;
      return this;
    }

    /** Only calls with this method of the operation; HEAD counts as GET */
    public Builder method(String method) {
      this.method = method;
      return this;
    }

    /** Only calls whose path matches this glob, below {@code /3.0}, or for pages and the sign-in below the base URL of the world: {@code *} stands for any characters of one segment, {@code **} for any number of segments */
    public Builder path(String path) {
      this.path = path;
      return this;
    }

    /** Only calls answered with this status, such as 404, or class of statuses, such as 4xx; {@code none} for calls without an answer */
    public Builder status(String status) {
      this.status = status;
      return this;
    }

    /** Only calls that arrived this way. One of {@code http}, {@code batch} */
    public Builder via(String via) {
      this.via = via;
      return this;
    }

    /** Only calls at or after this instant of the world, ISO 8601 */
    public Builder since(String since) {
      this.since = since;
      return this;
    }

    /** Only calls after the one with this id */
    public Builder after(String after) {
      this.after = after;
      return this;
    }

    /** Only calls before the one with this id. With {@code order=desc} it continues a list whatever has arrived since */
    public Builder before(String before) {
      this.before = before;
      return this;
    }

    /** Only calls before this instant of the world, ISO 8601 */
    public Builder until(String until) {
      this.until = until;
      return this;
    }

    /** Only calls with this text in the method, path, query, operation or one of the bodies, as the journal shows them; case is ignored */
    public Builder text(String text) {
      this.text = text;
      return this;
    }

    /** With true, only calls answered with a status of 400 or more; with false, only others */
    public Builder refused(Boolean refused) {
      this.refused = refused;
      return this;
    }

    /** With true, only calls that a fault or {@code X-Trigger-Error} affected; with false, only others */
    public Builder faulted(Boolean faulted) {
      this.faulted = faulted;
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
    public GetRequestsQuery build() {
      return new GetRequestsQuery(operation, method, path, status, via, since, after, before, until, text, refused, faulted, limit, offset, order);
    }
  }
}
