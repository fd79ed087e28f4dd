// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How many rows of a table were changed.
 *
 * @param table The name of the table, as in {@code GET .../state}
 * @param added Number of added rows
 * @param removed Number of removed rows
 * @param changed Number of changed rows
 */
public record ChangedTable(
    @JsonProperty("table") String table,
    @JsonProperty("added") int added,
    @JsonProperty("removed") int removed,
    @JsonProperty("changed") int changed) {
}
