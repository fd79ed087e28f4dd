// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The registered application
 *
 * @param clientId The id of the application
 * @param clientSecret Its secret
 * @param redirectUri The redirect URI, http or https
 */
public record CreateWorldOauth(
    @JsonProperty("client_id") String clientId,
    @JsonProperty("client_secret") String clientSecret,
    @JsonProperty("redirect_uri") String redirectUri) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateWorldOauth}. */
  public static final class Builder {
    private String clientId;
    private String clientSecret;
    private String redirectUri;

    private Builder() {}

    /** The id of the application */
    public Builder clientId(String clientId) {
      this.clientId = clientId;
      return this;
    }

    /** Its secret */
    public Builder clientSecret(String clientSecret) {
      this.clientSecret = clientSecret;
      return this;
    }

    /** The redirect URI, http or https */
    public Builder redirectUri(String redirectUri) {
      this.redirectUri = redirectUri;
      return this;
    }

    /** Returns the record. */
    public CreateWorldOauth build() {
      return new CreateWorldOauth(clientId, clientSecret, redirectUri);
    }
  }
}
