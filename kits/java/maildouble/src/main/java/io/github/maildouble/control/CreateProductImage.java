// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A new image
 *
 * @param id a text of your choice without control characters, and neither . nor ..
 * @param url The URL of the image, which is not fetched
 * @param variantIds The ids of the variants that the image shows, which need not exist
 */
public record CreateProductImage(
    @JsonProperty("id") String id,
    @JsonProperty("url") String url,
    @JsonProperty("variant_ids") List<Object> variantIds) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateProductImage}. */
  public static final class Builder {
    private String id;
    private String url;
    private List<Object> variantIds;

    private Builder() {}

    /** a text of your choice without control characters, and neither . nor .. */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The URL of the image, which is not fetched */
    public Builder url(String url) {
      this.url = url;
      return this;
    }

    /** The ids of the variants that the image shows, which need not exist */
    public Builder variantIds(List<Object> variantIds) {
      this.variantIds = variantIds;
      return this;
    }

    /** Returns the record. */
    public CreateProductImage build() {
      return new CreateProductImage(id, url, variantIds);
    }
  }
}
