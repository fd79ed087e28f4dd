// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * VerdictClosestItem
 *
 * @param id The id of the call
 * @param differences How it differs from {@code match}
 */
public record VerdictClosestItem(
    @JsonProperty("id") String id,
    @JsonProperty("differences") List<VerdictClosestItemDifferencesItem> differences) {
}
