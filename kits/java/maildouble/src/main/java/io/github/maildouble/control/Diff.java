// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The differences between two states.
 *
 * @param from The earlier state
 * @param to The later state
 * @param fromAt The time of the earlier state, ISO 8601
 * @param toAt The time of the later state, ISO 8601
 * @param tables The tables that differ, in alphabetical order
 * @param omitted Number of rows that differ and are not shown because of {@code limit} and {@code offset}
 */
public record Diff(
    @JsonProperty("from") String from,
    @JsonProperty("to") String to,
    @JsonProperty("from_at") String fromAt,
    @JsonProperty("to_at") String toAt,
    @JsonProperty("tables") List<TableDiff> tables,
    @JsonProperty("omitted") int omitted) {
}
