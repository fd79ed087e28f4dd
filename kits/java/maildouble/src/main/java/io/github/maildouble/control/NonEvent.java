// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Something that did not happen, or has not happened yet.
 *
 * @param code The reason. One of {@code no_event}, {@code quiet}, {@code no_webhook}, {@code event_off}, {@code source_off}, {@code webhook_off}, {@code webhook_ended}, {@code not_pending}, {@code single_optin}, {@code asked_before}, {@code no_notification}, {@code automation_without_imports}, {@code automation_closed}, {@code no_order_notification}, {@code not_subscribed}, {@code joined_later}, {@code not_in_segment}, {@code dropped}, {@code held_back}, {@code queued}, {@code recorded}, {@code blocked}, {@code retrying}, {@code attempts_failed}, {@code webhook_given_up}, {@code webhook_deleted}, {@code not_due}, {@code batch_held}, {@code refused}, {@code faulted}, {@code unanswered}, {@code only_read}, {@code unchanged}
 * @param what What did not happen. One of {@code webhook}, {@code email}, {@code job}, {@code change}
 * @param summary What did not happen, and why
 * @param remedy What to do so that it happens; paths are in the words of the reference
 * @param count How often: for how many members of a call with several
 * @param event The number of the transaction in which it was decided, as in {@code GET .../changes}; null if there was none
 * @param about The object that is in the way, if there is one
 */
public record NonEvent(
    @JsonProperty("code") String code,
    @JsonProperty("what") String what,
    @JsonProperty("summary") String summary,
    @JsonProperty("remedy") String remedy,
    @JsonProperty("count") int count,
    @JsonProperty("event") Integer event,
    @JsonProperty("about") NonEventAbout about) {
}
