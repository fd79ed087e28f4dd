// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The object that is in the way, if there is one
 *
 * @param entity Its kind. One of {@code webhook}, {@code batch_webhook}, {@code list}, {@code automation}, {@code campaign}, {@code delivery}, {@code delivery_fault}, {@code fault}, {@code job}
 * @param id Its id
 * @param listId Its list, if it has one
 */
public record NonEventAbout(
    @JsonProperty("entity") String entity,
    @JsonProperty("id") String id,
    @JsonProperty("list_id") String listId) {
}
