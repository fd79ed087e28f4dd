// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A table with its name for people.
 *
 * @param table The name of the table
 * @param title Its name for people: {@code Sending domains}
 * @param rows Number of rows
 */
public record NamedTable(
    @JsonProperty("table") String table,
    @JsonProperty("title") String title,
    @JsonProperty("rows") int rows) {
}
