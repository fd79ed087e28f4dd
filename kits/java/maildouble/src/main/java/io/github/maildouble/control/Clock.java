// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The clock of a world.
 *
 * @param now The current time, ISO 8601
 * @param mode {@code frozen}: time stands still; {@code realtime}: it runs with real time; {@code scaled}: it runs faster or slower by a factor. One of {@code frozen}, {@code realtime}, {@code scaled}
 * @param rate Seconds that pass per real second; 0 while the clock is frozen
 * @param pending Pending jobs, earliest first; at most 1000
 */
public record Clock(
    @JsonProperty("now") String now,
    @JsonProperty("mode") String mode,
    @JsonProperty("rate") double rate,
    @JsonProperty("pending") List<ClockPendingItem> pending) {
}
