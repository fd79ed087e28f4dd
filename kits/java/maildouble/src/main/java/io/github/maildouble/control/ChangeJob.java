// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The job that made the change, if a job did
 *
 * @param kind The kind of job, {@code <resource>.<event>}
 * @param subject The object that a job acts on.
 * @param summary What it did
 */
public record ChangeJob(
    @JsonProperty("kind") String kind,
    @JsonProperty("subject") JobSubject subject,
    @JsonProperty("summary") String summary) {
}
