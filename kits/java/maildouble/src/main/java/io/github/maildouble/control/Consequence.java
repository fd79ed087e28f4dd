// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Something that a call caused.
 *
 * @param kind {@code request} is an operation of a batch. One of {@code request}, {@code job}, {@code delivery}, {@code email}
 * @param id Its id. A job that has run is named by its kind and subject, as in {@code cause}
 * @param at When it happened, in the time of the world, ISO 8601; for a pending job, when it falls due
 * @param summary What it is
 * @param url The address that shows it; for a job that has run, the history of its subject
 */
public record Consequence(
    @JsonProperty("kind") String kind,
    @JsonProperty("id") String id,
    @JsonProperty("at") String at,
    @JsonProperty("summary") String summary,
    @JsonProperty("url") String url) {
}
