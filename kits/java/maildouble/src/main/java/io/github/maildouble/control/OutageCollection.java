// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The outages of a world, by name.
 *
 * @param outages The outages
 * @param total Total number of outages
 */
public record OutageCollection(
    @JsonProperty("outages") List<Outage> outages,
    @JsonProperty("total") int total) {
}
