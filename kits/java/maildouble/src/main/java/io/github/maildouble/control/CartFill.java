// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * A customer fills a cart in a store, which sends it as by `POST /ecommerce/stores/{store_id}/carts`, with the same consequences. Nothing need be done for the cart to be abandoned: time passes.
 *
 * @param storeId The id of a store
 * @param cart The cart
 */
public record CartFill(
    @JsonProperty("store_id") String storeId,
    @JsonProperty("cart") TriggerCart cart) {
  /** Always {@code cart.fill}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "cart.fill";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CartFill}. */
  public static final class Builder {
    private String storeId;
    private TriggerCart cart;

    private Builder() {}

    /** The id of a store */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
      return this;
    }

    /** The cart */
    public Builder cart(TriggerCart cart) {
      this.cart = cart;
      return this;
    }

    /** The cart */
    public Builder cart(Consumer<TriggerCart.Builder> cart) {
      var builder = TriggerCart.builder();
      cart.accept(builder);
      this.cart = builder.build();
      return this;
    }

    /** Returns the record. */
    public CartFill build() {
      return new CartFill(storeId, cart);
    }
  }
}
