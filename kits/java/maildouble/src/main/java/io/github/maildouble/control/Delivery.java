// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A webhook to one receiver, and its progress.
 *
 * @param id The number of the delivery in its world
 * @param event The event; {@code validation} is the GET that validates a new URL. One of {@code subscribe}, {@code unsubscribe}, {@code profile}, {@code upemail}, {@code cleaned}, {@code campaign}, {@code batch_operation_completed}, {@code validation}
 * @param webhookId The webhook it is sent to
 * @param listId The list of the webhook; empty for batch webhooks
 * @param url The URL it is sent to
 * @param cause What caused it
 * @param createdAt When it was caused, in the time of the world, ISO 8601
 * @param status {@code pending} until its first attempt, or the requested resend, has ended; then {@code delivered}, or {@code retrying} until {@code failed}. {@code blocked} if its URL may not be called. {@code recorded} if it is not sent, because the world only records or a delivery fault dropped it. One of {@code pending}, {@code delivered}, {@code failed}, {@code retrying}, {@code blocked}, {@code recorded}
 * @param reason Why it ended without an answer, if there is a reason
 * @param nextAttemptAt When it is sent in the time of the world, ISO 8601; present for retries and for deliveries that a delivery fault held back. One that is to be overtaken goes out earlier, as soon as another one has
 * @param duplicateOf The id of the delivery that it duplicates because of a delivery fault
 * @param deliveryFault The id of the delivery fault that duplicated, dropped or delayed it
 * @param traceparent The header {@code traceparent} that it is sent with: the trace of the call that caused it, with a parent id of its own. Missing if that call belongs to no trace
 * @param payload The payload as an object, in the words of the reference, even if the world has a vocabulary. The {@code data} of an event that {@code event.emit} sent is the payload that the trigger was given
 * @param body The request body as it is sent, in the words of the world's vocabulary
 * @param attempts The attempts to send it, in order
 */
public record Delivery(
    @JsonProperty("id") int id,
    @JsonProperty("event") String event,
    @JsonProperty("webhook_id") String webhookId,
    @JsonProperty("list_id") String listId,
    @JsonProperty("url") String url,
    @JsonProperty("cause") DeliveryCause cause,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("status") String status,
    @JsonProperty("reason") String reason,
    @JsonProperty("next_attempt_at") String nextAttemptAt,
    @JsonProperty("duplicate_of") Integer duplicateOf,
    @JsonProperty("delivery_fault") Integer deliveryFault,
    @JsonProperty("traceparent") String traceparent,
    @JsonProperty("payload") Object payload,
    @JsonProperty("body") String body,
    @JsonProperty("attempts") List<DeliveryAttempt> attempts) {
}
