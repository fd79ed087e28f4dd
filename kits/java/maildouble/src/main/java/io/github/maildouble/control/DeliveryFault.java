// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A delivery fault and its counters.
 *
 * @param id The number of the delivery fault in its world
 * @param match Selects deliveries. Every member that is given must match; without members, all deliveries match.
 * @param effect {@code duplicate}: the receiver gets it twice, as two deliveries of which the second names the first as {@code duplicate_of}. {@code drop}: it is never sent and stays {@code recorded} with a {@code reason}. {@code reorder}: it goes out right after the next delivery to the same webhook, or after one minute of the time of the world if none comes; meanwhile the next delivery to that webhook is not held back as well. An object with {@code delay}: it goes out that much later in the time of the world, and other deliveries to the same webhook do not wait for it. An object with {@code omit}: its payload lacks these fields, in every attempt
 * @param when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
 * @param mustFire Whether a test fails if the fault never fires
 * @param window The current or next window of {@code between} or {@code daily}, or the last one; null without a window
 * @param outage The outage that it belongs to; null if none
 * @param usedUp Whether it can no longer fire: its deliveries are counted out, or its time is over
 * @param seen Number of deliveries it matched
 * @param fired Number of times it fired
 * @param lastFiredDelivery The last delivery it affected; if it duplicated one, the original
 */
public record DeliveryFault(
    @JsonProperty("id") int id,
    @JsonProperty("match") DeliveryMatch match,
    @JsonProperty("effect") Object effect,
    @JsonProperty("when") FaultWhen when,
    @JsonProperty("must_fire") boolean mustFire,
    @JsonProperty("window") FaultWindow window,
    @JsonProperty("outage") String outage,
    @JsonProperty("used_up") boolean usedUp,
    @JsonProperty("seen") int seen,
    @JsonProperty("fired") int fired,
    @JsonProperty("last_fired_delivery") Integer lastFiredDelivery) {
}
