// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A saved state of a world.
 *
 * @param name Its name
 * @param at When it was taken, in the time of the world, ISO 8601
 * @param rows Number of rows in the world
 */
public record Snapshot(
    @JsonProperty("name") String name,
    @JsonProperty("at") String at,
    @JsonProperty("rows") int rows) {
}
