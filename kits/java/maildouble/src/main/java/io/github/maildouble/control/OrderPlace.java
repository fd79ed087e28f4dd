// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * A customer orders in a store, which sends the order as by `POST /ecommerce/stores/{store_id}/orders`, with the same consequences. A store of the service's own shop builder gets its orders only in this way.
 *
 * @param storeId The id of a store
 * @param order The order
 */
public record OrderPlace(
    @JsonProperty("store_id") String storeId,
    @JsonProperty("order") TriggerOrder order) {
  /** Always {@code order.place}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "order.place";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OrderPlace}. */
  public static final class Builder {
    private String storeId;
    private TriggerOrder order;

    private Builder() {}

    /** The id of a store */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
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
    public OrderPlace build() {
      return new OrderPlace(storeId, order);
    }
  }
}
