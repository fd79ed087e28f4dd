// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cart
 *
 * @param id The id of the cart; default: {@code cart} and the next number
 * @param customer The customer. A known one is named by its {@code id} or {@code email_address}, and other members change it; another one is made, and needs an address
 * @param campaignId A campaign to the list of the store; empty for none
 * @param checkoutUrl Where the customer can order what is in the cart
 * @param currencyCode The currency; default: that of the store
 * @param orderTotal The total; default: quantity × price of the lines, plus tax
 * @param taxTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param lines The lines, at least one
 */
public record TriggerCart(
    @JsonProperty("id") String id,
    @JsonProperty("customer") TriggerCustomer customer,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("checkout_url") String checkoutUrl,
    @JsonProperty("currency_code") String currencyCode,
    @JsonProperty("order_total") Object orderTotal,
    @JsonProperty("tax_total") Object taxTotal,
    @JsonProperty("lines") List<TriggerCartLinesItem> lines) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TriggerCart}. */
  public static final class Builder {
    private String id;
    private TriggerCustomer customer;
    private String campaignId;
    private String checkoutUrl;
    private String currencyCode;
    private Object orderTotal;
    private Object taxTotal;
    private List<TriggerCartLinesItem> lines;

    private Builder() {}

    /** The id of the cart; default: {@code cart} and the next number */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The customer. A known one is named by its {@code id} or {@code email_address}, and other members change it; another one is made, and needs an address */
    public Builder customer(TriggerCustomer customer) {
      this.customer = customer;
      return this;
    }

    /** The customer. A known one is named by its {@code id} or {@code email_address}, and other members change it; another one is made, and needs an address */
    public Builder customer(Consumer<TriggerCustomer.Builder> customer) {
      var builder = TriggerCustomer.builder();
      customer.accept(builder);
      this.customer = builder.build();
      return this;
    }

    /** A campaign to the list of the store; empty for none */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** Where the customer can order what is in the cart */
    public Builder checkoutUrl(String checkoutUrl) {
      this.checkoutUrl = checkoutUrl;
      return this;
    }

    /** The currency; default: that of the store */
    public Builder currencyCode(String currencyCode) {
      this.currencyCode = currencyCode;
      return this;
    }

    /** The total; default: quantity × price of the lines, plus tax */
    public Builder orderTotal(Object orderTotal) {
      this.orderTotal = orderTotal;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder taxTotal(Object taxTotal) {
      this.taxTotal = taxTotal;
      return this;
    }

    /** The lines, at least one */
    public Builder lines(List<TriggerCartLinesItem> lines) {
      this.lines = lines;
      return this;
    }

    /** Returns the record. */
    public TriggerCart build() {
      return new TriggerCart(id, customer, campaignId, checkoutUrl, currencyCode, orderTotal, taxTotal, lines);
    }
  }
}
