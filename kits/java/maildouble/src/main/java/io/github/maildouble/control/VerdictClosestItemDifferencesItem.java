// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * VerdictClosestItemDifferencesItem
 *
 * @param at {@code operation}, {@code method}, {@code path}, {@code status}, {@code via}, {@code headers.x-run}, {@code query.count}, or a JSON pointer into the body
 * @param expected The expected value
 * @param actual The actual value; null if there is none
 */
public record VerdictClosestItemDifferencesItem(
    @JsonProperty("at") String at,
    @JsonProperty("expected") Object expected,
    @JsonProperty("actual") Object actual) {
}
