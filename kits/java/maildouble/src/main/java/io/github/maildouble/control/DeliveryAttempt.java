// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A request to a receiver, and its outcome.
 *
 * @param at When it began, in the time of the world, ISO 8601
 * @param realAt When it began in real time, ISO 8601
 * @param durationMs Real duration in milliseconds
 * @param request The request; if the attempt was blocked, the one that would have been sent
 * @param response The answer of the receiver
 * @param error Why there is no answer
 * @param resent True if a resend asked for this attempt; otherwise absent
 */
public record DeliveryAttempt(
    @JsonProperty("at") String at,
    @JsonProperty("real_at") String realAt,
    @JsonProperty("duration_ms") int durationMs,
    @JsonProperty("request") DeliveryAttemptRequest request,
    @JsonProperty("response") DeliveryAttemptResponse response,
    @JsonProperty("error") String error,
    @JsonProperty("resent") Boolean resent) {
}
