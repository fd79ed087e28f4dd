// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * AdvancedRanItem
 *
 * @param at When it ran, ISO 8601
 * @param job The job, as {@code <resource>.<event>}
 * @param subject The id of the object it acted on
 * @param fromState The state before, if the job changed it
 * @param toState The state afterwards, if the job changed it
 * @param refused Why a step of the timeline failed; present only if it did
 */
public record AdvancedRanItem(
    @JsonProperty("at") String at,
    @JsonProperty("job") String job,
    @JsonProperty("subject") String subject,
    @JsonProperty("from_state") String fromState,
    @JsonProperty("to_state") String toState,
    @JsonProperty("refused") String refused) {
}
