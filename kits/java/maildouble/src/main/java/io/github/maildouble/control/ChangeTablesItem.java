// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * ChangeTablesItem
 *
 * @param table The name of the table, as in {@code GET .../state}
 * @param added Number of rows that it added
 * @param removed Number of rows that it removed
 * @param changed Number of rows that it changed
 */
public record ChangeTablesItem(
    @JsonProperty("table") String table,
    @JsonProperty("added") int added,
    @JsonProperty("removed") int removed,
    @JsonProperty("changed") int changed) {
}
