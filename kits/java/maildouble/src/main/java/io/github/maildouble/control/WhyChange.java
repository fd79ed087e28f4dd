// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The change that one transaction made to an object.
 *
 * @param event Its number among all changes of the world, counted from 1
 * @param at When it happened, in the time of the world, ISO 8601
 * @param cause The cause; empty if it has no name or is not known. Beside a {@code job}, jobs, emails and calls name the {@code request} or {@code trigger} that the job goes back to.
 * @param by The cause in words: the method and path of the request, if it is still in the journal, or the name of the job or trigger
 * @param change The kind of change. One of {@code created}, {@code changed}, {@code deleted}
 * @param changed The changed fields; for a created or deleted object, all fields that were not empty
 */
public record WhyChange(
    @JsonProperty("event") int event,
    @JsonProperty("at") String at,
    @JsonProperty("cause") Cause cause,
    @JsonProperty("by") String by,
    @JsonProperty("change") String change,
    @JsonProperty("changed") List<WhyChangeChangedItem> changed) {
}
