// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Stores, their customers, carts and orders
 *
 * @param attribution Which campaign an order belongs to: that of the last click or open before it, else the one that was given ({@code last_touch}); only that of the last click or open ({@code touch_only}); only the one that was given ({@code given}). One of {@code last_touch}, {@code touch_only}, {@code given}
 * @param clickWindow How long after a click an order belongs to its campaign, ISO 8601; {@code P0D} turns clicks off
 * @param openWindow How long after an open an order belongs to its campaign, ISO 8601; {@code P0D} turns opens off
 * @param counts Which orders count in sums: those that are not cancelled, those that are {@code paid} and not cancelled, or all. One of {@code not_cancelled}, {@code paid}, {@code all}
 * @param orderNotifications Kinds of order notifications that stores without notifications of their own send
 * @param cartContact What a cart for an address that is not on the list does: makes the contact, or is refused. One of {@code create}, {@code require}
 * @param maxStores Maximum number of stores in the account; -1 for no limit
 */
public record SettingsCommerce(
    @JsonProperty("attribution") String attribution,
    @JsonProperty("click_window") String clickWindow,
    @JsonProperty("open_window") String openWindow,
    @JsonProperty("counts") String counts,
    @JsonProperty("order_notifications") List<String> orderNotifications,
    @JsonProperty("cart_contact") String cartContact,
    @JsonProperty("max_stores") Integer maxStores) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsCommerce}. */
  public static final class Builder {
    private String attribution;
    private String clickWindow;
    private String openWindow;
    private String counts;
    private List<String> orderNotifications;
    private String cartContact;
    private Integer maxStores;

    private Builder() {}

    /** Which campaign an order belongs to: that of the last click or open before it, else the one that was given ({@code last_touch}); only that of the last click or open ({@code touch_only}); only the one that was given ({@code given}). One of {@code last_touch}, {@code touch_only}, {@code given} */
    public Builder attribution(String attribution) {
      this.attribution = attribution;
      return this;
    }

    /** How long after a click an order belongs to its campaign, ISO 8601; {@code P0D} turns clicks off */
    public Builder clickWindow(String clickWindow) {
      this.clickWindow = clickWindow;
      return this;
    }

    /** How long after an open an order belongs to its campaign, ISO 8601; {@code P0D} turns opens off */
    public Builder openWindow(String openWindow) {
      this.openWindow = openWindow;
      return this;
    }

    /** Which orders count in sums: those that are not cancelled, those that are {@code paid} and not cancelled, or all. One of {@code not_cancelled}, {@code paid}, {@code all} */
    public Builder counts(String counts) {
      this.counts = counts;
      return this;
    }

    /** Kinds of order notifications that stores without notifications of their own send */
    public Builder orderNotifications(List<String> orderNotifications) {
      this.orderNotifications = orderNotifications;
      return this;
    }

    /** What a cart for an address that is not on the list does: makes the contact, or is refused. One of {@code create}, {@code require} */
    public Builder cartContact(String cartContact) {
      this.cartContact = cartContact;
      return this;
    }

    /** Maximum number of stores in the account; -1 for no limit */
    public Builder maxStores(Integer maxStores) {
      this.maxStores = maxStores;
      return this;
    }

    /** Returns the record. */
    public SettingsCommerce build() {
      return new SettingsCommerce(attribution, clickWindow, openWindow, counts, orderNotifications, cartContact, maxStores);
    }
  }
}
