// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * The answer of the receiver
 *
 * @param status The status
 * @param headers The headers, with lower-case names
 * @param body The first 64 KiB of the body
 */
public record DeliveryAttemptResponse(
    @JsonProperty("status") int status,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("body") String body) {
}
