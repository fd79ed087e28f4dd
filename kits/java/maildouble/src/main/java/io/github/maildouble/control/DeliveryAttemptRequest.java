// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * The request; if the attempt was blocked, the one that would have been sent
 *
 * @param url The URL
 * @param headers The headers, with lower-case names
 * @param body The body
 */
public record DeliveryAttemptRequest(
    @JsonProperty("url") String url,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("body") String body) {
}
