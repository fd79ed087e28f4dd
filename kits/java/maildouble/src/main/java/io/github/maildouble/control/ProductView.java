// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A known contact looks at a product on the site of a store, whose script reports it: the store has a domain. The contact enters the store's workflows of the type {@code abandonedBrowse}.
 *
 * @param storeId The id of a store
 * @param productId The id of a product of the store
 * @param emailAddress The address of a member
 */
public record ProductView(
    @JsonProperty("store_id") String storeId,
    @JsonProperty("product_id") String productId,
    @JsonProperty("email_address") String emailAddress) {
  /** Always {@code product.view}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "product.view";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link ProductView}. */
  public static final class Builder {
    private String storeId;
    private String productId;
    private String emailAddress;

    private Builder() {}

    /** The id of a store */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
      return this;
    }

    /** The id of a product of the store */
    public Builder productId(String productId) {
      this.productId = productId;
      return this;
    }

    /** The address of a member */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** Returns the record. */
    public ProductView build() {
      return new ProductView(storeId, productId, emailAddress);
    }
  }
}
