// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * The request or the answer of a call.
 *
 * @param headers The headers, with lower-case names; none for operations of batches
 * @param body The first 64 KiB of the body as it was sent
 * @param cut Number of bytes of the body that were cut off; 0 if the body is whole
 * @param streamed True if the body was a file, which is not kept; otherwise absent
 */
public record RequestMessage(
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("body") String body,
    @JsonProperty("cut") int cut,
    @JsonProperty("streamed") Boolean streamed) {
}
