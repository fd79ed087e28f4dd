// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.function.Consumer;

/**
 * An order is paid, shipped, cancelled, refunded or changed otherwise, as by `PATCH /ecommerce/stores/{store_id}/orders/{order_id}`. Members that are left out stay as they are.
 *
 * @param storeId The id of a store
 * @param orderId The id of an order of the store
 * @param order The order
 */
public record OrderUpdate(
    @JsonProperty("store_id") String storeId,
    @JsonProperty("order_id") String orderId,
    @JsonUnwrapped TriggerOrder order) {
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
    private TriggerOrder order;

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

    /** The order */
    public Builder order(TriggerOrder order) {
      this.order = order;
      return this;
    }

    /** The order */
    public Builder order(Consumer<TriggerOrder.Builder> order) {
      var builder = TriggerOrder.builder();
      order.accept(builder);
      this.order = builder.build();
      return this;
    }

    /** Returns the record. */
    public OrderUpdate build() {
      return new OrderUpdate(storeId, orderId, order);
    }
  }
}
