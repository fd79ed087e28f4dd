// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The result of replaying a bundle; present only after a replay.
 *
 * @param steps Number of replayed steps
 * @param differencesTotal Number of steps whose result differed from the recorded one
 * @param differences Steps whose result differed, in order; at most 100
 */
public record Replay(
    @JsonProperty("steps") int steps,
    @JsonProperty("differences_total") int differencesTotal,
    @JsonProperty("differences") List<ReplayDifferencesItem> differences) {
}
