// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The configured user approves an application that wants to sign in. The answer has the authorization code.
 *
 * @param clientId The id of the application
 * @param redirectUri The registered redirect URI
 * @param state Returned to the application unchanged
 * @param codeChallenge The PKCE challenge of the application with the method S256: the SHA-256 of its {@code code_verifier} in base64url. The code can then be exchanged only with that verifier
 */
public record OauthApprove(
    @JsonProperty("client_id") String clientId,
    @JsonProperty("redirect_uri") String redirectUri,
    @JsonProperty("state") String state,
    @JsonProperty("code_challenge") String codeChallenge) {
  /** Always {@code oauth.approve}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "oauth.approve";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OauthApprove}. */
  public static final class Builder {
    private String clientId;
    private String redirectUri;
    private String state;
    private String codeChallenge;

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

    /** The PKCE challenge of the application with the method S256: the SHA-256 of its {@code code_verifier} in base64url. The code can then be exchanged only with that verifier */
    public Builder codeChallenge(String codeChallenge) {
      this.codeChallenge = codeChallenge;
      return this;
    }

    /** Returns the record. */
    public OauthApprove build() {
      return new OauthApprove(clientId, redirectUri, state, codeChallenge);
    }
  }
}
