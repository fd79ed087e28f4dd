// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Calls to a world.
 *
 * @param requests The calls
 * @param total Total number of matching calls
 * @param evicted Number of calls of this world that were evicted, matching or not
 */
public record RequestCollection(
    @JsonProperty("requests") List<Request> requests,
    @JsonProperty("total") int total,
    @JsonProperty("evicted") int evicted) {
}
