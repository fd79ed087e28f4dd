// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * RequestViolationsItem
 *
 * @param side Whether the call or its answer broke the contract. One of {@code request}, {@code response}
 * @param at The field of the body, the parameter, {@code path} or {@code method}; empty for the body as a whole
 * @param message What is wrong there
 */
public record RequestViolationsItem(
    @JsonProperty("side") String side,
    @JsonProperty("at") String at,
    @JsonProperty("message") String message) {
}
