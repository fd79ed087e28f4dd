// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * ClockPendingItem
 *
 * @param dueAt When the job runs, ISO 8601
 * @param job The name of the job
 * @param subject The id of the object it acts on
 */
public record ClockPendingItem(
    @JsonProperty("due_at") String dueAt,
    @JsonProperty("job") String job,
    @JsonProperty("subject") String subject) {
}
