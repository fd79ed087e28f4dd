// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How time passes in the world
 *
 * @param mode {@code frozen}: time stands still; {@code realtime}: it runs with real time; {@code scaled}: it runs faster or slower by a factor. One of {@code frozen}, {@code realtime}, {@code scaled}
 * @param rate Seconds that pass in the world per real second; 0 while the clock is frozen
 */
public record WorldClock(
    @JsonProperty("mode") String mode,
    @JsonProperty("rate") double rate) {
}
