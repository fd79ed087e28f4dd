// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The object that a job acts on.
 *
 * @param entity The kind of object: {@code batch}, {@code account_export}, {@code delivery}, {@code campaign} or {@code timeline_step}
 * @param table Its table, as in {@code GET .../state}
 * @param id The id of its row in this table
 */
public record JobSubject(
    @JsonProperty("entity") String entity,
    @JsonProperty("table") String table,
    @JsonProperty("id") String id) {
}
