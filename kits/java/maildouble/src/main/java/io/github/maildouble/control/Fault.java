// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A fault and its counters.
 *
 * @param id The number of the fault in its world
 * @param match Selects calls. Every member that is given must match; without members, all calls match.
 * @param when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
 * @param effect The effect: one of {@code problem}, {@code answer}, {@code latency}, {@code connection}, {@code mutate}, {@code address}, {@code stuck}, {@code trigger} and {@code staleness}. Create one fault per effect.
 * @param stage {@code before}: the call has no effect at the service; a {@code truncate} or {@code malformed} answer is the one it would have given. {@code after}: the call takes effect, and only the answer is lost, replaced or delayed. {@code mutate} and {@code slow} always let the call through. One of {@code before}, {@code after}
 * @param mustFire Whether a test fails if the fault never fires
 * @param window The current or next window of {@code between} or {@code daily}, or the last one; null without a window
 * @param outage The outage that it belongs to; null if none
 * @param usedUp Whether it can no longer fire: its calls are counted out, or its time is over
 * @param seen Number of calls it matched
 * @param fired Number of calls it affected
 * @param lastFiredRequest The {@code X-Request-Id} of the last call it affected; for an operation of a batch, its generated id
 */
public record Fault(
    @JsonProperty("id") int id,
    @JsonProperty("match") FaultMatch match,
    @JsonProperty("when") FaultWhen when,
    @JsonProperty("effect") FaultEffect effect,
    @JsonProperty("stage") String stage,
    @JsonProperty("must_fire") boolean mustFire,
    @JsonProperty("window") FaultWindow window,
    @JsonProperty("outage") String outage,
    @JsonProperty("used_up") boolean usedUp,
    @JsonProperty("seen") int seen,
    @JsonProperty("fired") int fired,
    @JsonProperty("last_fired_request") String lastFiredRequest) {
}
