// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A registered application
 *
 * @param clientId The id of the application
 * @param clientSecret Its secret
 * @param redirectUri The redirect URI
 */
public record WorldOauth(
    @JsonProperty("client_id") String clientId,
    @JsonProperty("client_secret") String clientSecret,
    @JsonProperty("redirect_uri") String redirectUri) {
}
