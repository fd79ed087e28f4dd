// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A promotion
 *
 * @param code The code, which need not be a promo code of the store
 * @param amountDiscounted an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param type The kind of discount. One of {@code fixed}, {@code percentage}
 */
public record promosItem(
    @JsonProperty("code") String code,
    @JsonProperty("amount_discounted") Object amountDiscounted,
    @JsonProperty("type") String type) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link promosItem}. */
  public static final class Builder {
    private String code;
    private Object amountDiscounted;
    private String type;

    private Builder() {}

    /** The code, which need not be a promo code of the store */
    public Builder code(String code) {
      this.code = code;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder amountDiscounted(Object amountDiscounted) {
      this.amountDiscounted = amountDiscounted;
      return this;
    }

    /** The kind of discount. One of {@code fixed}, {@code percentage} */
    public Builder type(String type) {
      this.type = type;
      return this;
    }

    /** Returns the record. */
    public promosItem build() {
      return new promosItem(code, amountDiscounted, type);
    }
  }
}
