// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Emails of a world, oldest first.
 *
 * @param emails The emails
 * @param total Total number of matching emails
 * @param evicted Number of emails of this world that were evicted
 */
public record EmailCollection(
    @JsonProperty("emails") List<Email> emails,
    @JsonProperty("total") int total,
    @JsonProperty("evicted") int evicted) {
}
