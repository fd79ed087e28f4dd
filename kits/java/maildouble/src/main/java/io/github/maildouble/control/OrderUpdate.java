// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Consumer;

/**
 * An order is paid, shipped, cancelled, refunded or changed otherwise, as by `PATCH /ecommerce/stores/{store_id}/orders/{order_id}`. Members that are left out stay as they are.
 *
 * @param storeId The id of a store
 * @param orderId The id of an order of the store
 * @param customer The customer. A known one is named by its {@code id} or {@code email_address}, and other members change it; another one is made, and needs an address
 * @param campaignId The campaign that led to the order
 * @param landingSite The URL at which the buyer came to the store, which may name a campaign by {@code cid}
 * @param financialStatus The state of the payment, such as {@code paid}
 * @param fulfillmentStatus The state of the delivery, such as {@code shipped}
 * @param currencyCode a currency of three letters (ISO 4217)
 * @param orderTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param orderUrl The page of the order
 * @param discountTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param taxTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param shippingTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param trackingCode {@code prec} if recommendations of the service led to the order; an empty text unsets it. One of {@code prec}, {@code }
 * @param processedAtForeign When the order was placed; an empty text unsets it
 * @param cancelledAtForeign When the order was cancelled; an empty text takes it back
 * @param updatedAtForeign When the store last changed the order; an empty text unsets it
 * @param shippingAddress An address of an order, each member optional
 * @param billingAddress An address of an order, each member optional
 * @param promos The promotions that the order used
 * @param lines Lines to merge into those of the order
 * @param outreach What led to the order
 * @param trackingNumber The number of the parcel
 * @param trackingCarrier The carrier of the parcel
 * @param trackingUrl The page where the parcel is tracked
 * @param cartId The id of the cart that became the order, which need not exist
 */
public record OrderUpdate(
    @JsonProperty("store_id") String storeId,
    @JsonProperty("order_id") String orderId,
    @JsonProperty("customer") TriggerCustomer customer,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("landing_site") String landingSite,
    @JsonProperty("financial_status") String financialStatus,
    @JsonProperty("fulfillment_status") String fulfillmentStatus,
    @JsonProperty("currency_code") String currencyCode,
    @JsonProperty("order_total") Object orderTotal,
    @JsonProperty("order_url") String orderUrl,
    @JsonProperty("discount_total") Object discountTotal,
    @JsonProperty("tax_total") Object taxTotal,
    @JsonProperty("shipping_total") Object shippingTotal,
    @JsonProperty("tracking_code") String trackingCode,
    @JsonProperty("processed_at_foreign") String processedAtForeign,
    @JsonProperty("cancelled_at_foreign") String cancelledAtForeign,
    @JsonProperty("updated_at_foreign") String updatedAtForeign,
    @JsonProperty("shipping_address") OrderAddressInput shippingAddress,
    @JsonProperty("billing_address") OrderAddressInput billingAddress,
    @JsonProperty("promos") List<TriggerPromosItem> promos,
    @JsonProperty("lines") List<OrderLineEntry> lines,
    @JsonProperty("outreach") TriggerOutreach outreach,
    @JsonProperty("tracking_number") String trackingNumber,
    @JsonProperty("tracking_carrier") String trackingCarrier,
    @JsonProperty("tracking_url") String trackingUrl,
    @JsonProperty("cart_id") Object cartId) {
  /** Always {@code order.update}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "order.update";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OrderUpdate}. */
  public static final class Builder {
    private String storeId;
    private String orderId;
    private TriggerCustomer customer;
    private String campaignId;
    private String landingSite;
    private String financialStatus;
    private String fulfillmentStatus;
    private String currencyCode;
    private Object orderTotal;
    private String orderUrl;
    private Object discountTotal;
    private Object taxTotal;
    private Object shippingTotal;
    private String trackingCode;
    private String processedAtForeign;
    private String cancelledAtForeign;
    private String updatedAtForeign;
    private OrderAddressInput shippingAddress;
    private OrderAddressInput billingAddress;
    private List<TriggerPromosItem> promos;
    private List<OrderLineEntry> lines;
    private TriggerOutreach outreach;
    private String trackingNumber;
    private String trackingCarrier;
    private String trackingUrl;
    private Object cartId;

    private Builder() {}

    /** The id of a store */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
      return this;
    }

    /** The id of an order of the store */
    public Builder orderId(String orderId) {
      this.orderId = orderId;
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

    /** The campaign that led to the order */
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

    /** a currency of three letters (ISO 4217) */
    public Builder currencyCode(String currencyCode) {
      this.currencyCode = currencyCode;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder orderTotal(Object orderTotal) {
      this.orderTotal = orderTotal;
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

    /** When the order was placed; an empty text unsets it */
    public Builder processedAtForeign(String processedAtForeign) {
      this.processedAtForeign = processedAtForeign;
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

    /** Lines to merge into those of the order */
    public Builder lines(List<OrderLineEntry> lines) {
      this.lines = lines;
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

    /** Returns the record. */
    public OrderUpdate build() {
      return new OrderUpdate(storeId, orderId, customer, campaignId, landingSite, financialStatus, fulfillmentStatus, currencyCode, orderTotal, orderUrl, discountTotal, taxTotal, shippingTotal, trackingCode, processedAtForeign, cancelledAtForeign, updatedAtForeign, shippingAddress, billingAddress, promos, lines, outreach, trackingNumber, trackingCarrier, trackingUrl, cartId);
    }
  }
}
