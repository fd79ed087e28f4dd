// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Pending jobs, earliest first.
 *
 * @param jobs The jobs
 * @param total Total number of matching jobs
 * @param until When the last of them falls due, in the time of the world, ISO 8601; null if there is none
 */
public record JobCollection(
    @JsonProperty("jobs") List<Job> jobs,
    @JsonProperty("total") int total,
    @JsonProperty("until") String until) {
}
