// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A new variant
 *
 * @param id a text of your choice without control characters, and neither . nor .., or a number
 * @param title The title of the variant
 * @param url The page of the variant
 * @param sku The stock-keeping unit
 * @param price an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
 * @param inventoryQuantity The quantity in stock
 * @param imageUrl The URL of the image of the variant
 * @param backorders Whether the variant can be ordered while it is out of stock, in the words of the store
 * @param visibility Whether the variant is shown, in the words of the store
 */
public record CreateProductVariant(
    @JsonProperty("id") Object id,
    @JsonProperty("title") String title,
    @JsonProperty("url") String url,
    @JsonProperty("sku") String sku,
    @JsonProperty("price") Object price,
    @JsonProperty("inventory_quantity") Integer inventoryQuantity,
    @JsonProperty("image_url") String imageUrl,
    @JsonProperty("backorders") String backorders,
    @JsonProperty("visibility") String visibility) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateProductVariant}. */
  public static final class Builder {
    private Object id;
    private String title;
    private String url;
    private String sku;
    private Object price;
    private Integer inventoryQuantity;
    private String imageUrl;
    private String backorders;
    private String visibility;

    private Builder() {}

    /** a text of your choice without control characters, and neither . nor .., or a number */
    public Builder id(Object id) {
      this.id = id;
      return this;
    }

    /** The title of the variant */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** The page of the variant */
    public Builder url(String url) {
      this.url = url;
      return this;
    }

    /** The stock-keeping unit */
    public Builder sku(String sku) {
      this.sku = sku;
      return this;
    }

    /** an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12 */
    public Builder price(Object price) {
      this.price = price;
      return this;
    }

    /** The quantity in stock */
    public Builder inventoryQuantity(Integer inventoryQuantity) {
      this.inventoryQuantity = inventoryQuantity;
      return this;
    }

    /** The URL of the image of the variant */
    public Builder imageUrl(String imageUrl) {
      this.imageUrl = imageUrl;
      return this;
    }

    /** Whether the variant can be ordered while it is out of stock, in the words of the store */
    public Builder backorders(String backorders) {
      this.backorders = backorders;
      return this;
    }

    /** Whether the variant is shown, in the words of the store */
    public Builder visibility(String visibility) {
      this.visibility = visibility;
      return this;
    }

    /** Returns the record. */
    public CreateProductVariant build() {
      return new CreateProductVariant(id, title, url, sku, price, inventoryQuantity, imageUrl, backorders, visibility);
    }
  }
}
