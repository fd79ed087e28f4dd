// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A saved world that can't be read. Its data is left untouched.
 *
 * @param id The id of the world
 * @param reason The place where the world is saved, the mistake, and how to repair it
 */
public record UnreadableWorld(
    @JsonProperty("id") String id,
    @JsonProperty("reason") String reason) {
}
