// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Faults of a world, oldest first.
 *
 * @param faults The faults
 * @param total Total number of faults; with {@code unfired}, of unfired ones
 */
public record FaultCollection(
    @JsonProperty("faults") List<Fault> faults,
    @JsonProperty("total") int total) {
}
