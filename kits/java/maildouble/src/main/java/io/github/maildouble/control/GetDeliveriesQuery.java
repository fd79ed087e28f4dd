// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param event Only deliveries of this event. One of {@code subscribe}, {@code unsubscribe}, {@code profile}, {@code upemail}, {@code cleaned}, {@code campaign}, {@code batch_operation_completed}, {@code validation}
 * @param listId Only deliveries to webhooks of this list
 * @param webhookId Only deliveries to this webhook
 * @param status Only deliveries with this status. One of {@code pending}, {@code delivered}, {@code failed}, {@code retrying}, {@code blocked}, {@code recorded}
 * @param settled With true, only deliveries that are no longer {@code pending}; with false, only pending ones
 * @param since Only deliveries caused at or after this instant of the world, ISO 8601
 * @param after Only deliveries after the one with this id
 * @param before Only deliveries before the one with this id. With {@code order=desc} it continues a list whatever has been sent since
 * @param until Only deliveries caused before this instant of the world, ISO 8601
 * @param text Only deliveries with this text in the URL, the body, or an answer of the receiver; case is ignored
 * @param wait_ Longest real time to wait for matching deliveries, ISO 8601 or milliseconds; at most PT10M
 * @param atLeast Number of deliveries to wait for, with {@code wait}
 * @param limit Maximum number of results
 * @param offset Number of results to skip
 * @param order Oldest or latest first. One of {@code asc}, {@code desc}
 */
public record GetDeliveriesQuery(
    @JsonProperty("event") String event,
    @JsonProperty("list_id") String listId,
    @JsonProperty("webhook_id") String webhookId,
    @JsonProperty("status") String status,
    @JsonProperty("settled") Boolean settled,
    @JsonProperty("since") String since,
    @JsonProperty("after") Integer after,
    @JsonProperty("before") Integer before,
    @JsonProperty("until") String until,
    @JsonProperty("text") String text,
    @JsonProperty("wait") String wait_,
    @JsonProperty("at_least") Integer atLeast,
    @JsonProperty("limit") Integer limit,
    @JsonProperty("offset") Integer offset,
    @JsonProperty("order") String order) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetDeliveriesQuery}. */
  public static final class Builder {
    private String event;
    private String listId;
    private String webhookId;
    private String status;
    private Boolean settled;
    private String since;
    private Integer after;
    private Integer before;
    private String until;
    private String text;
    private String wait_;
    private Integer atLeast;
    private Integer limit;
    private Integer offset;
    private String order;

    private Builder() {}

    /** Only deliveries of this event. One of {@code subscribe}, {@code unsubscribe}, {@code profile}, {@code upemail}, {@code cleaned}, {@code campaign}, {@code batch_operation_completed}, {@code validation} */
    public Builder event(String event) {
      this.event = event;
      return this;
    }

    /** Only deliveries to webhooks of this list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** Only deliveries to this webhook */
    public Builder webhookId(String webhookId) {
      this.webhookId = webhookId;
      return this;
    }

    /** Only deliveries with this status. One of {@code pending}, {@code delivered}, {@code failed}, {@code retrying}, {@code blocked}, {@code recorded} */
    public Builder status(String status) {
      this.status = status;
      return this;
    }

    /** With true, only deliveries that are no longer {@code pending}; with false, only pending ones */
    public Builder settled(Boolean settled) {
      this.settled = settled;
      return this;
    }

    /** Only deliveries caused at or after this instant of the world, ISO 8601 */
    public Builder since(String since) {
      this.since = since;
      return this;
    }

    /** Only deliveries after the one with this id */
    public Builder after(Integer after) {
      this.after = after;
      return this;
    }

    /** Only deliveries before the one with this id. With {@code order=desc} it continues a list whatever has been sent since */
    public Builder before(Integer before) {
      this.before = before;
      return this;
    }

    /** Only deliveries caused before this instant of the world, ISO 8601 */
    public Builder until(String until) {
      this.until = until;
      return this;
    }

    /** Only deliveries with this text in the URL, the body, or an answer of the receiver; case is ignored */
    public Builder text(String text) {
      this.text = text;
      return this;
    }

    /** Longest real time to wait for matching deliveries, ISO 8601 or milliseconds; at most PT10M */
    public Builder wait(String wait_) {
      this.wait_ = wait_;
      return this;
    }

    /** Number of deliveries to wait for, with {@code wait} */
    public Builder atLeast(Integer atLeast) {
      this.atLeast = atLeast;
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
    public GetDeliveriesQuery build() {
      return new GetDeliveriesQuery(event, listId, webhookId, status, settled, since, after, before, until, text, wait_, atLeast, limit, offset, order);
    }
  }
}
