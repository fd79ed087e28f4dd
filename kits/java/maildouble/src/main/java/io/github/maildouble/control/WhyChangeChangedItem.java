// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * WhyChangeChangedItem
 *
 * @param field The name of the field; nested fields with dots
 * @param from The old value; null if there was none
 * @param to The new value; null if there is none
 */
public record WhyChangeChangedItem(
    @JsonProperty("field") String field,
    @JsonProperty("from") Object from,
    @JsonProperty("to") Object to) {
}
