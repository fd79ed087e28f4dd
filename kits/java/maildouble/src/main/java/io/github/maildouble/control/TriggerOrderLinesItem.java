// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * A line. A product that the store does not have is made from {@code product}
 *
 * @param id The id of the line; default: its place, from 1
 * @param productId The id of a product of the store
 * @param productVariantId The id of a variant of the product; default: the first one
 * @param quantity Number of pieces; default 1
 * @param price The price of a piece; default: that of the variant
 * @param discount an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param product A new product
 */
public record TriggerOrderLinesItem(
    @JsonProperty("id") String id,
    @JsonProperty("product_id") String productId,
    @JsonProperty("product_variant_id") String productVariantId,
    @JsonProperty("quantity") Integer quantity,
    @JsonProperty("price") Object price,
    @JsonProperty("discount") Object discount,
    @JsonProperty("product") CreateProduct product) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TriggerOrderLinesItem}. */
  public static final class Builder {
    private String id;
    private String productId;
    private String productVariantId;
    private Integer quantity;
    private Object price;
    private Object discount;
    private CreateProduct product;

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

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder discount(Object discount) {
      this.discount = discount;
      return this;
    }

    /** A new product */
    public Builder product(CreateProduct product) {
      this.product = product;
      return this;
    }

    /** A new product */
    public Builder product(Consumer<CreateProduct.Builder> product) {
      var builder = CreateProduct.builder();
      product.accept(builder);
      this.product = builder.build();
      return this;
    }

    /** Returns the record. */
    public TriggerOrderLinesItem build() {
      return new TriggerOrderLinesItem(id, productId, productVariantId, quantity, price, discount, product);
    }
  }
}
