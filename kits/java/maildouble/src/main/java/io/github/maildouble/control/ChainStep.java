// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A step of the chain of causes and consequences.
 *
 * @param kind What it is; {@code request} is a call, {@code operation} one of a batch, {@code batch} the creation of a batch, {@code change} a changed object. One of {@code request}, {@code batch}, {@code operation}, {@code trigger}, {@code job}, {@code change}, {@code delivery}, {@code attempt}, {@code email}
 * @param id Its id. A job that has run is named by its kind and subject, an attempt by its delivery and number, a change by the key of its row
 * @param event The number of its transaction, as in {@code GET .../changes}; null for a call that changed nothing, an attempt, and a pending job
 * @param at When it happened, in the time of the world, ISO 8601; for a pending job, when it falls due
 * @param summary What it is or did, in words
 * @param status The status of a call, of a delivery or of the answer to an attempt; {@code no answer}; for a job {@code ran} or {@code pending}. Otherwise absent
 * @param depth How many steps of other kinds led to it: 0 for the first
 * @param subject Whether it is the object of the question
 * @param entity The kind of object that a {@code change} or {@code batch} concerns
 * @param table Its table
 * @param listId Its list, if it has one
 * @param entry The id of its entry in {@code GET .../timeline}, such as {@code job:7}. Absent if it has none, like a changed object, a pending job, or an operation of a batch that is no longer in the journal
 * @param url The address that shows it
 */
public record ChainStep(
    @JsonProperty("kind") String kind,
    @JsonProperty("id") String id,
    @JsonProperty("event") Integer event,
    @JsonProperty("at") String at,
    @JsonProperty("summary") String summary,
    @JsonProperty("status") String status,
    @JsonProperty("depth") int depth,
    @JsonProperty("subject") boolean subject,
    @JsonProperty("entity") String entity,
    @JsonProperty("table") String table,
    @JsonProperty("list_id") String listId,
    @JsonProperty("entry") String entry,
    @JsonProperty("url") String url) {
}
