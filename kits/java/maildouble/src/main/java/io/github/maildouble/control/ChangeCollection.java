// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Changes of a world.
 *
 * @param changes The changes
 * @param total Total number of matching changes
 * @param evicted Number of changed rows of this world that were evicted, matching or not
 */
public record ChangeCollection(
    @JsonProperty("changes") List<Change> changes,
    @JsonProperty("total") int total,
    @JsonProperty("evicted") int evicted) {
}
