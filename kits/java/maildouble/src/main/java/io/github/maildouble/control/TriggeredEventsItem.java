// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * TriggeredEventsItem
 *
 * @param event A webhook event. One of {@code subscribe}, {@code unsubscribe}, {@code profile}, {@code upemail}, {@code cleaned}, {@code campaign}, {@code batch_operation_completed}
 * @param id The subject of the event, if there is one: the {@code unique_email_id} of a member, or the id of a campaign
 * @param listId The list of the event
 */
public record TriggeredEventsItem(
    @JsonProperty("event") String event,
    @JsonProperty("id") String id,
    @JsonProperty("list_id") String listId) {
}
