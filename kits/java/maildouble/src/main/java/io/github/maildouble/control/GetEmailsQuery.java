// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param to Only emails to this address, case-insensitive
 * @param kind Only emails of this kind. One of {@code domain_verification}, {@code confirm_subscription}, {@code campaign}, {@code automation}, {@code journey}, {@code campaign_test}, {@code campaign_problem}, {@code forward}, {@code list_notification}, {@code order_notification}
 * @param since Only emails sent at or after this instant of the world, ISO 8601
 * @param until Only emails sent before this instant of the world, ISO 8601
 * @param after Only emails after the one with this id
 * @param before Only emails before the one with this id. With {@code order=desc} it continues a list whatever has been sent since
 * @param text Only emails with this text in the address, the subject or the body; case is ignored
 * @param wait_ Longest real time to wait for matching emails, ISO 8601 or milliseconds; at most PT10M
 * @param atLeast Number of emails to wait for, with {@code wait}
 * @param limit Maximum number of results
 * @param offset Number of results to skip
 * @param order Oldest or latest first. One of {@code asc}, {@code desc}
 */
public record GetEmailsQuery(
    @JsonProperty("to") String to,
    @JsonProperty("kind") String kind,
    @JsonProperty("since") String since,
    @JsonProperty("until") String until,
    @JsonProperty("after") Integer after,
    @JsonProperty("before") Integer before,
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

  /** Builds a {@link GetEmailsQuery}. */
  public static final class Builder {
    private String to;
    private String kind;
    private String since;
    private String until;
    private Integer after;
    private Integer before;
    private String text;
    private String wait_;
    private Integer atLeast;
    private Integer limit;
    private Integer offset;
    private String order;

    private Builder() {}

    /** Only emails to this address, case-insensitive */
    public Builder to(String to) {
      this.to = to;
      return this;
    }

    /** Only emails of this kind. One of {@code domain_verification}, {@code confirm_subscription}, {@code campaign}, {@code automation}, {@code journey}, {@code campaign_test}, {@code campaign_problem}, {@code forward}, {@code list_notification}, {@code order_notification} */
    public Builder kind(String kind) {
      this.kind = kind;
      return this;
    }

    /** Only emails sent at or after this instant of the world, ISO 8601 */
    public Builder since(String since) {
      this.since = since;
      return this;
    }

    /** Only emails sent before this instant of the world, ISO 8601 */
    public Builder until(String until) {
      this.until = until;
      return this;
    }

    /** Only emails after the one with this id */
    public Builder after(Integer after) {
      this.after = after;
      return this;
    }

    /** Only emails before the one with this id. With {@code order=desc} it continues a list whatever has been sent since */
    public Builder before(Integer before) {
      this.before = before;
      return this;
    }

    /** Only emails with this text in the address, the subject or the body; case is ignored */
    public Builder text(String text) {
      this.text = text;
      return this;
    }

    /** Longest real time to wait for matching emails, ISO 8601 or milliseconds; at most PT10M */
    public Builder wait(String wait_) {
      this.wait_ = wait_;
      return this;
    }

    /** Number of emails to wait for, with {@code wait} */
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
    public GetEmailsQuery build() {
      return new GetEmailsQuery(to, kind, since, until, after, before, text, wait_, atLeast, limit, offset, order);
    }
  }
}
