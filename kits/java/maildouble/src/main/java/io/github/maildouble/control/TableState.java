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
 * @param amounts The members of rows, at any depth, that hold amounts of money
 * @param rows The rows
 * @param names For each row, the plain names of the things that it names, by field: `{ "customer_id": "ada&#64;acme.test" }`
 * @param total Total number of rows in the table; with a filter, of matching rows
 */
public record TableState(
    @JsonProperty("table") String table,
    @JsonProperty("key") List<String> key,
    @JsonProperty("amounts") List<String> amounts,
    @JsonProperty("rows") List<Map<String, Object>> rows,
    @JsonProperty("names") List<Map<String, String>> names,
    @JsonProperty("total") int total) {
}
