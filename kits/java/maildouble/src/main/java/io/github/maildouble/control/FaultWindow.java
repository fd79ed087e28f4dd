// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The current or next window of {@code between} or {@code daily}, or the last one; null without a window
 *
 * @param state Whether the time of the world is before, in or after the window. One of {@code coming}, {@code active}, {@code past}
 * @param from When the window begins, ISO 8601
 * @param to When the window is over, ISO 8601
 */
public record FaultWindow(
    @JsonProperty("state") String state,
    @JsonProperty("from") String from,
    @JsonProperty("to") String to) {
}
