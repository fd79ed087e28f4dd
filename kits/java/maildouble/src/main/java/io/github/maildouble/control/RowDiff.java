// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The differences between two versions of a row.
 *
 * @param id The values of its key fields, separated by commas, as in `GET .../state/{table}/{id}`
 * @param fields The fields that differ
 */
public record RowDiff(
    @JsonProperty("id") String id,
    @JsonProperty("fields") List<FieldDiff> fields) {
}
