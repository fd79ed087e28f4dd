// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Consumer;

/**
 * The order
 *
 * @param id The id of the order; default: {@code o} and the next number
 * @param customer The customer. A known one is named by its {@code id} or {@code email_address}, and other members change it; another one is made, and needs an address
 * @param campaignId A campaign to the list of the store; empty for none
 * @param landingSite The URL at which the buyer came to the store, which may name a campaign by {@code cid}
 * @param financialStatus The state of the payment, such as {@code paid}
 * @param fulfillmentStatus The state of the delivery, such as {@code shipped}
 * @param orderUrl The page of the order
 * @param discountTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param taxTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param shippingTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param trackingCode {@code prec} if recommendations of the service led to the order; an empty text unsets it. One of {@code prec}, {@code }
 * @param cancelledAtForeign When the order was cancelled; an empty text takes it back
 * @param updatedAtForeign When the store last changed the order; an empty text unsets it
 * @param shippingAddress An address of an order, each member optional
 * @param billingAddress An address of an order, each member optional
 * @param promos The promotions that the order used
 * @param outreach What led to the order
 * @param trackingNumber The number of the parcel
 * @param trackingCarrier The carrier of the parcel
 * @param trackingUrl The page where the parcel is tracked
 * @param cartId The id of the cart that became the order, which need not exist
 * @param currencyCode The currency; default: that of the store
 * @param orderTotal The total; default: quantity × price of the lines, less their discounts, plus tax and shipping, less {@code discount_total}
 * @param processedAtForeign When the order was placed; default: now
 * @param lines The lines, at least one
 */
public record TriggerOrder(
    @JsonProperty("id") String id,
    @JsonProperty("customer") TriggerCustomer customer,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("landing_site") String landingSite,
    @JsonProperty("financial_status") String financialStatus,
    @JsonProperty("fulfillment_status") String fulfillmentStatus,
    @JsonProperty("order_url") String orderUrl,
    @JsonProperty("discount_total") Object discountTotal,
    @JsonProperty("tax_total") Object taxTotal,
    @JsonProperty("shipping_total") Object shippingTotal,
    @JsonProperty("tracking_code") String trackingCode,
    @JsonProperty("cancelled_at_foreign") String cancelledAtForeign,
    @JsonProperty("updated_at_foreign") String updatedAtForeign,
    @JsonProperty("shipping_address") OrderAddressInput shippingAddress,
    @JsonProperty("billing_address") OrderAddressInput billingAddress,
    @JsonProperty("promos") List<TriggerPromosItem> promos,
    @JsonProperty("outreach") TriggerOutreach outreach,
    @JsonProperty("tracking_number") String trackingNumber,
    @JsonProperty("tracking_carrier") String trackingCarrier,
    @JsonProperty("tracking_url") String trackingUrl,
    @JsonProperty("cart_id") Object cartId,
    @JsonProperty("currency_code") String currencyCode,
    @JsonProperty("order_total") Object orderTotal,
    @JsonProperty("processed_at_foreign") String processedAtForeign,
    @JsonProperty("lines") List<TriggerOrderLinesItem> lines) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TriggerOrder}. */
  public static final class Builder {
    private String id;
    private TriggerCustomer customer;
    private String campaignId;
    private String landingSite;
    private String financialStatus;
    private String fulfillmentStatus;
    private String orderUrl;
    private Object discountTotal;
    private Object taxTotal;
    private Object shippingTotal;
    private String trackingCode;
    private String cancelledAtForeign;
    private String updatedAtForeign;
    private OrderAddressInput shippingAddress;
    private OrderAddressInput billingAddress;
    private List<TriggerPromosItem> promos;
    private TriggerOutreach outreach;
    private String trackingNumber;
    private String trackingCarrier;
    private String trackingUrl;
    private Object cartId;
    private String currencyCode;
    private Object orderTotal;
    private String processedAtForeign;
    private List<TriggerOrderLinesItem> lines;

    private Builder() {}

    /** The id of the order; default: {@code o} and the next number */
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

    /** The URL at which the buyer came to the store, which may name a campaign by {@code cid} */
    public Builder landingSite(String landingSite) {
      this.landingSite = landingSite;
      return this;
    }

    /** The state of the payment, such as {@code paid} */
    public Builder financialStatus(String financialStatus) {
      this.financialStatus = financialStatus;
      return this;
    }

    /** The state of the delivery, such as {@code shipped} */
    public Builder fulfillmentStatus(String fulfillmentStatus) {
      this.fulfillmentStatus = fulfillmentStatus;
      return this;
    }

    /** The page of the order */
    public Builder orderUrl(String orderUrl) {
      this.orderUrl = orderUrl;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder discountTotal(Object discountTotal) {
      this.discountTotal = discountTotal;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder taxTotal(Object taxTotal) {
      this.taxTotal = taxTotal;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder shippingTotal(Object shippingTotal) {
      this.shippingTotal = shippingTotal;
      return this;
    }

    /** {@code prec} if recommendations of the service led to the order; an empty text unsets it. One of {@code prec}, {@code } */
    public Builder trackingCode(String trackingCode) {
      this.trackingCode = trackingCode;
      return this;
    }

    /** When the order was cancelled; an empty text takes it back */
    public Builder cancelledAtForeign(String cancelledAtForeign) {
      this.cancelledAtForeign = cancelledAtForeign;
      return this;
    }

    /** When the store last changed the order; an empty text unsets it */
    public Builder updatedAtForeign(String updatedAtForeign) {
      this.updatedAtForeign = updatedAtForeign;
      return this;
    }

    /** An address of an order, each member optional */
    public Builder shippingAddress(OrderAddressInput shippingAddress) {
      this.shippingAddress = shippingAddress;
      return this;
    }

    /** An address of an order, each member optional */
    public Builder shippingAddress(Consumer<OrderAddressInput.Builder> shippingAddress) {
      var builder = OrderAddressInput.builder();
      shippingAddress.accept(builder);
      this.shippingAddress = builder.build();
      return this;
    }

    /** An address of an order, each member optional */
    public Builder billingAddress(OrderAddressInput billingAddress) {
      this.billingAddress = billingAddress;
      return this;
    }

    /** An address of an order, each member optional */
    public Builder billingAddress(Consumer<OrderAddressInput.Builder> billingAddress) {
      var builder = OrderAddressInput.builder();
      billingAddress.accept(builder);
      this.billingAddress = builder.build();
      return this;
    }

    /** The promotions that the order used */
    public Builder promos(List<TriggerPromosItem> promos) {
      this.promos = promos;
      return this;
    }

    /** What led to the order */
    public Builder outreach(TriggerOutreach outreach) {
      this.outreach = outreach;
      return this;
    }

    /** What led to the order */
    public Builder outreach(Consumer<TriggerOutreach.Builder> outreach) {
      var builder = TriggerOutreach.builder();
      outreach.accept(builder);
      this.outreach = builder.build();
      return this;
    }

    /** The number of the parcel */
    public Builder trackingNumber(String trackingNumber) {
      this.trackingNumber = trackingNumber;
      return this;
    }

    /** The carrier of the parcel */
    public Builder trackingCarrier(String trackingCarrier) {
      this.trackingCarrier = trackingCarrier;
      return this;
    }

    /** The page where the parcel is tracked */
    public Builder trackingUrl(String trackingUrl) {
      this.trackingUrl = trackingUrl;
      return this;
    }

    /** The id of the cart that became the order, which need not exist */
    public Builder cartId(Object cartId) {
      this.cartId = cartId;
      return this;
    }

    /** The currency; default: that of the store */
    public Builder currencyCode(String currencyCode) {
      this.currencyCode = currencyCode;
      return this;
    }

    /** The total; default: quantity × price of the lines, less their discounts, plus tax and shipping, less {@code discount_total} */
    public Builder orderTotal(Object orderTotal) {
      this.orderTotal = orderTotal;
      return this;
    }

    /** When the order was placed; default: now */
    public Builder processedAtForeign(String processedAtForeign) {
      this.processedAtForeign = processedAtForeign;
      return this;
    }

    /** The lines, at least one */
    public Builder lines(List<TriggerOrderLinesItem> lines) {
      this.lines = lines;
      return this;
    }

    /** Returns the record. */
    public TriggerOrder build() {
      return new TriggerOrder(id, customer, campaignId, landingSite, financialStatus, fulfillmentStatus, orderUrl, discountTotal, taxTotal, shippingTotal, trackingCode, cancelledAtForeign, updatedAtForeign, shippingAddress, billingAddress, promos, outreach, trackingNumber, trackingCarrier, trackingUrl, cartId, currencyCode, orderTotal, processedAtForeign, lines);
    }
  }
}
