// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * Rows of a table.
 *
 * @param table The name of the table
 * @param key The key fields
 * @param rows The rows
 * @param total Total number of rows in the table; with {@code text}, {@code list_id} or {@code store_id}, of matching rows
 */
public record TableState(
    @JsonProperty("table") String table,
    @JsonProperty("key") List<String> key,
    @JsonProperty("rows") List<Map<String, Object>> rows,
    @JsonProperty("total") int total) {
}
