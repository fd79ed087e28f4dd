// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * The size of a world.
 *
 * @param tables The number of rows, by table
 * @param groups The tables in groups
 */
public record State(
    @JsonProperty("tables") Map<String, Integer> tables,
    @JsonProperty("groups") List<TableGroup> groups) {
}
