// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A line
 *
 * @param id The id of the line; default: its place, from 1
 * @param productId The id of a product of the store
 * @param productVariantId The id of a variant of the product; default: the first one
 * @param quantity Number of pieces; default 1
 * @param price The price of a piece; default: that of the variant
 */
public record TriggerCartLinesItem(
    @JsonProperty("id") String id,
    @JsonProperty("product_id") String productId,
    @JsonProperty("product_variant_id") String productVariantId,
    @JsonProperty("quantity") Integer quantity,
    @JsonProperty("price") Object price) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TriggerCartLinesItem}. */
  public static final class Builder {
    private String id;
    private String productId;
    private String productVariantId;
    private Integer quantity;
    private Object price;

    private Builder() {}

    /** The id of the line; default: its place, from 1 */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The id of a product of the store */
    public Builder productId(String productId) {
      this.productId = productId;
      return this;
    }

    /** The id of a variant of the product; default: the first one */
    public Builder productVariantId(String productVariantId) {
      this.productVariantId = productVariantId;
      return this;
    }

    /** Number of pieces; default 1 */
    public Builder quantity(Integer quantity) {
      this.quantity = quantity;
      return this;
    }

    /** The price of a piece; default: that of the variant */
    public Builder price(Object price) {
      this.price = price;
      return this;
    }

    /** Returns the record. */
    public TriggerCartLinesItem build() {
      return new TriggerCartLinesItem(id, productId, productVariantId, quantity, price);
    }
  }
}
