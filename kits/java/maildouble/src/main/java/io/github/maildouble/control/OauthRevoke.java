// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The user revokes the access of an application.
 *
 * @param accessToken The application's access token
 */
public record OauthRevoke(
    @JsonProperty("access_token") String accessToken) {
  /** Always {@code oauth.revoke}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "oauth.revoke";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OauthRevoke}. */
  public static final class Builder {
    private String accessToken;

    private Builder() {}

    /** The application's access token */
    public Builder accessToken(String accessToken) {
      this.accessToken = accessToken;
      return this;
    }

    /** Returns the record. */
    public OauthRevoke build() {
      return new OauthRevoke(accessToken);
    }
  }
}
