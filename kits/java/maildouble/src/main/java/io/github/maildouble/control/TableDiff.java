// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The differences between two versions of a table.
 *
 * @param table The name of the table
 * @param key The key fields
 * @param added The rows that only the later state has, with all fields that are not empty
 * @param removed The rows that only the earlier state has, with all fields that are not empty
 * @param changed The rows that both have and that differ
 * @param counts The number of rows that differ
 * @param omitted Number of rows of this table that differ and are not shown
 */
public record TableDiff(
    @JsonProperty("table") String table,
    @JsonProperty("key") List<String> key,
    @JsonProperty("added") List<RowDiff> added,
    @JsonProperty("removed") List<RowDiff> removed,
    @JsonProperty("changed") List<RowDiff> changed,
    @JsonProperty("counts") TableDiffCounts counts,
    @JsonProperty("omitted") int omitted) {
}
