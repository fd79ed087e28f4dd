// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The API key of the account is valid again.
 */
public record ApiKeyRestore() {
  /** Always {@code api_key.restore}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "api_key.restore";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link ApiKeyRestore}. */
  public static final class Builder {

    private Builder() {}


    /** Returns the record. */
    public ApiKeyRestore build() {
      return new ApiKeyRestore();
    }
  }
}
