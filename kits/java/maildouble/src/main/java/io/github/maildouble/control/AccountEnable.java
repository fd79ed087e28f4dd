// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The service enables the account again.
 */
public record AccountEnable() {
  /** Always {@code account.enable}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "account.enable";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link AccountEnable}. */
  public static final class Builder {

    private Builder() {}


    /** Returns the record. */
    public AccountEnable build() {
      return new AccountEnable();
    }
  }
}
