// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The two values of a field.
 *
 * @param pointer A JSON pointer to the field in its row
 * @param from The earlier value; null if there is none
 * @param to The later value; null if there is none
 */
public record FieldDiff(
    @JsonProperty("pointer") String pointer,
    @JsonProperty("from") Object from,
    @JsonProperty("to") Object to) {
}
