// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The cause; empty if it has no name or is not known. Beside a {@code job}, jobs, emails and calls name the {@code request} or {@code trigger} that the job goes back to.
 *
 * @param request The {@code X-Request-Id} of the call
 * @param job The job, and the object it acted on
 * @param trigger The trigger
 */
public record Cause(
    @JsonProperty("request") String request,
    @JsonProperty("job") String job,
    @JsonProperty("trigger") String trigger) {
}
