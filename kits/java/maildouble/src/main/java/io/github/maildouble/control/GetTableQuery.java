// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The parameters of a query.
 *
 * @param id Only the row with these values of the key fields, separated by commas
 * @param text Only rows with this text in their JSON, or in the name of something else than their list or store; case is ignored
 * @param listId Only rows with this {@code list_id}, for tables that have one
 * @param storeId Only rows with this {@code store_id}, for tables that have one
 * @param productId Only rows with this {@code product_id}, for tables that have one
 * @param sort By the {@code key} of the table, or by {@code seq}, the order of creation. One of {@code key}, {@code seq}
 * @param order Ascending or descending. One of {@code asc}, {@code desc}
 * @param count Maximum number of results
 * @param offset Number of results to skip
 */
public record GetTableQuery(
    @JsonProperty("id") String id,
    @JsonProperty("text") String text,
    @JsonProperty("list_id") String listId,
    @JsonProperty("store_id") String storeId,
    @JsonProperty("product_id") String productId,
    @JsonProperty("sort") String sort,
    @JsonProperty("order") String order,
    @JsonProperty("count") Integer count,
    @JsonProperty("offset") Integer offset) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link GetTableQuery}. */
  public static final class Builder {
    private String id;
    private String text;
    private String listId;
    private String storeId;
    private String productId;
    private String sort;
    private String order;
    private Integer count;
    private Integer offset;

    private Builder() {}

    /** Only the row with these values of the key fields, separated by commas */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** Only rows with this text in their JSON, or in the name of something else than their list or store; case is ignored */
    public Builder text(String text) {
      this.text = text;
      return this;
    }

    /** Only rows with this {@code list_id}, for tables that have one */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** Only rows with this {@code store_id}, for tables that have one */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
      return this;
    }

    /** Only rows with this {@code product_id}, for tables that have one */
    public Builder productId(String productId) {
      this.productId = productId;
      return this;
    }

    /** By the {@code key} of the table, or by {@code seq}, the order of creation. One of {@code key}, {@code seq} */
    public Builder sort(String sort) {
      this.sort = sort;
      return this;
    }

    /** Ascending or descending. One of {@code asc}, {@code desc} */
    public Builder order(String order) {
      this.order = order;
      return this;
    }

    /** Maximum number of results */
    public Builder count(Integer count) {
      this.count = count;
      return this;
    }

    /** Number of results to skip */
    public Builder offset(Integer offset) {
      this.offset = offset;
      return this;
    }

    /** Returns the record. */
    public GetTableQuery build() {
      return new GetTableQuery(id, text, listId, storeId, productId, sort, order, count, offset);
    }
  }
}
