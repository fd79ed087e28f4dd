// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * All worlds.
 *
 * @param worlds The worlds
 * @param unreadable Saved worlds that can't be read, by id
 */
public record WorldCollection(
    @JsonProperty("worlds") List<World> worlds,
    @JsonProperty("unreadable") List<UnreadableWorld> unreadable) {
}
