// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An assumption behind an object, and how it compares with the service.
 *
 * @param id Its id
 * @param confidence How likely the service does the same. One of {@code high}, {@code medium}, {@code low}
 * @param says The assumption
 * @param evidence How it compares with the service
 */
public record WhyAssumption(
    @JsonProperty("id") String id,
    @JsonProperty("confidence") String confidence,
    @JsonProperty("says") String says,
    @JsonProperty("evidence") AssumptionEvidence evidence) {
}
