// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * RequestDetailFaultsItem
 *
 * @param id The id of the fault
 * @param effect What the fault did: {@code problem}, {@code latency}, {@code mutate}, or the effect on the connection
 */
public record RequestDetailFaultsItem(
    @JsonProperty("id") int id,
    @JsonProperty("effect") String effect) {
}
