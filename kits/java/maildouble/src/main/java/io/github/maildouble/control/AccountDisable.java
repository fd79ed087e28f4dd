// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The service disables the account; every call is answered with User Disabled.
 */
public record AccountDisable() {
  /** Always {@code account.disable}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "account.disable";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link AccountDisable}. */
  public static final class Builder {

    private Builder() {}


    /** Returns the record. */
    public AccountDisable build() {
      return new AccountDisable();
    }
  }
}
