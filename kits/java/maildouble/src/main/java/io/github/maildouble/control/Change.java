// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What one transaction changed.
 *
 * @param event The number of its first changed row among all of the world, counted from 1, as in {@code GET .../why} and in {@code events} of a call
 * @param at When it happened, in the time of the world, ISO 8601
 * @param cause The cause; empty if it has no name or is not known. Beside a {@code job}, jobs, emails and calls name the {@code request} or {@code trigger} that the job goes back to.
 * @param by The cause in words: the method and path of the request, if it is still in the journal, or the name of the job or trigger
 * @param job The job that made the change, if a job did
 * @param tables The tables with changed rows, in alphabetical order; none if the transaction undid its own changes
 */
public record Change(
    @JsonProperty("event") int event,
    @JsonProperty("at") String at,
    @JsonProperty("cause") Cause cause,
    @JsonProperty("by") String by,
    @JsonProperty("job") ChangeJob job,
    @JsonProperty("tables") List<ChangedTable> tables) {
}
