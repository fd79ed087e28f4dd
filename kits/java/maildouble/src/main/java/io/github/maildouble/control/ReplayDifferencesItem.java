// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * ReplayDifferencesItem
 *
 * @param step Index of the step, starting at 0
 * @param at The instant of the step in the world, ISO 8601
 * @param what The action of the step
 * @param expected The recorded result
 * @param actual The result of the replay
 */
public record ReplayDifferencesItem(
    @JsonProperty("step") int step,
    @JsonProperty("at") String at,
    @JsonProperty("what") String what,
    @JsonProperty("expected") String expected,
    @JsonProperty("actual") String actual) {
}
