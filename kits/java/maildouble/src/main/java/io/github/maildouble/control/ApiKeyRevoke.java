// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The API key of the account is revoked. Every call with an API key is answered with 401 API Key Invalid, and so are the operations of its batches that have not run. The access tokens of applications are still valid.
 */
public record ApiKeyRevoke() {
  /** Always {@code api_key.revoke}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "api_key.revoke";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link ApiKeyRevoke}. */
  public static final class Builder {

    private Builder() {}


    /** Returns the record. */
    public ApiKeyRevoke build() {
      return new ApiKeyRevoke();
    }
  }
}
