// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The number of rows that differ
 *
 * @param added Number of added rows
 * @param removed Number of removed rows
 * @param changed Number of changed rows
 */
public record TableDiffCounts(
    @JsonProperty("added") int added,
    @JsonProperty("removed") int removed,
    @JsonProperty("changed") int changed) {
}
