// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Pending jobs, earliest first.
 *
 * @param jobs The jobs
 * @param total Total number of matching jobs
 */
public record JobCollection(
    @JsonProperty("jobs") List<Job> jobs,
    @JsonProperty("total") int total) {
}
