// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The user refuses an application that wants to sign in. The answer has the parameters with which the user would be redirected to {@code redirect_uri} (RFC 6749, 4.1.2.1). No code is issued, and nothing changes.
 *
 * @param clientId The id of the application
 * @param redirectUri The registered redirect URI
 * @param state Returned to the application unchanged
 */
public record OauthRefuse(
    @JsonProperty("client_id") String clientId,
    @JsonProperty("redirect_uri") String redirectUri,
    @JsonProperty("state") String state) {
  /** Always {@code oauth.refuse}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "oauth.refuse";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OauthRefuse}. */
  public static final class Builder {
    private String clientId;
    private String redirectUri;
    private String state;

    private Builder() {}

    /** The id of the application */
    public Builder clientId(String clientId) {
      this.clientId = clientId;
      return this;
    }

    /** The registered redirect URI */
    public Builder redirectUri(String redirectUri) {
      this.redirectUri = redirectUri;
      return this;
    }

    /** Returned to the application unchanged */
    public Builder state(String state) {
      this.state = state;
      return this;
    }

    /** Returns the record. */
    public OauthRefuse build() {
      return new OauthRefuse(clientId, redirectUri, state);
    }
  }
}
