// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Work that waits for its instant.
 *
 * @param id The number of the job in its world
 * @param kind The kind of job, {@code <resource>.<event>}
 * @param dueAt When it runs, in the time of the world, ISO 8601
 * @param in Time until then, in the time of the world, ISO 8601
 * @param subject The object that a job acts on.
 * @param summary What it does
 * @param cause The cause; empty if it has no name or is not known. Beside a {@code job}, jobs, emails and calls name the {@code request} or {@code trigger} that the job goes back to.
 */
public record Job(
    @JsonProperty("id") int id,
    @JsonProperty("kind") String kind,
    @JsonProperty("due_at") String dueAt,
    @JsonProperty("in") String in,
    @JsonProperty("subject") JobSubject subject,
    @JsonProperty("summary") String summary,
    @JsonProperty("cause") Cause cause) {
}
