// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A new product
 *
 * @param id a text of your choice without control characters, and neither . nor .., or a number
 * @param title The title of the product
 * @param handle The handle of the product
 * @param url The page of the product
 * @param description The description of the product
 * @param type The type of the product
 * @param vendor The vendor, which conditions and automations call the category
 * @param imageUrl The URL of the main image
 * @param variants The variants of the product
 * @param images The images of the product
 * @param publishedAtForeign When the store published the product
 */
public record CreateProduct(
    @JsonProperty("id") Object id,
    @JsonProperty("title") String title,
    @JsonProperty("handle") String handle,
    @JsonProperty("url") String url,
    @JsonProperty("description") String description,
    @JsonProperty("type") String type,
    @JsonProperty("vendor") String vendor,
    @JsonProperty("image_url") String imageUrl,
    @JsonProperty("variants") List<CreateProductVariant> variants,
    @JsonProperty("images") List<CreateProductImage> images,
    @JsonProperty("published_at_foreign") String publishedAtForeign) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateProduct}. */
  public static final class Builder {
    private Object id;
    private String title;
    private String handle;
    private String url;
    private String description;
    private String type;
    private String vendor;
    private String imageUrl;
    private List<CreateProductVariant> variants;
    private List<CreateProductImage> images;
    private String publishedAtForeign;

    private Builder() {}

    /** a text of your choice without control characters, and neither . nor .., or a number */
    public Builder id(Object id) {
      this.id = id;
      return this;
    }

    /** The title of the product */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** The handle of the product */
    public Builder handle(String handle) {
      this.handle = handle;
      return this;
    }

    /** The page of the product */
    public Builder url(String url) {
      this.url = url;
      return this;
    }

    /** The description of the product */
    public Builder description(String description) {
      this.description = description;
      return this;
    }

    /** The type of the product */
    public Builder type(String type) {
      this.type = type;
      return this;
    }

    /** The vendor, which conditions and automations call the category */
    public Builder vendor(String vendor) {
      this.vendor = vendor;
      return this;
    }

    /** The URL of the main image */
    public Builder imageUrl(String imageUrl) {
      this.imageUrl = imageUrl;
      return this;
    }

    /** The variants of the product */
    public Builder variants(List<CreateProductVariant> variants) {
      this.variants = variants;
      return this;
    }

    /** The images of the product */
    public Builder images(List<CreateProductImage> images) {
      this.images = images;
      return this;
    }

    /** When the store published the product */
    public Builder publishedAtForeign(String publishedAtForeign) {
      this.publishedAtForeign = publishedAtForeign;
      return this;
    }

    /** Returns the record. */
    public CreateProduct build() {
      return new CreateProduct(id, title, handle, url, description, type, vendor, imageUrl, variants, images, publishedAtForeign);
    }
  }
}
