// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What caused it
 *
 * @param request The {@code X-Request-Id} of the call
 * @param job The job that caused it, and the object that the job acted on
 * @param trigger The trigger
 */
public record DeliveryCause(
    @JsonProperty("request") String request,
    @JsonProperty("job") String job,
    @JsonProperty("trigger") String trigger) {
}
