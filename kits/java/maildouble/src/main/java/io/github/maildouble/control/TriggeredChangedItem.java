// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * TriggeredChangedItem
 *
 * @param entity The kind of object
 * @param id Its id as the API shows it
 * @param listId Its list, if it belongs to one
 */
public record TriggeredChangedItem(
    @JsonProperty("entity") String entity,
    @JsonProperty("id") String id,
    @JsonProperty("list_id") String listId) {
}
