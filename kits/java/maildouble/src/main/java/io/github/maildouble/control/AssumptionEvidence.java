// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How an assumption compares with the service, as a comparison found.
 *
 * @param outcome The outcome; {@code not seen} is no agreement: nothing was compared. One of {@code agrees}, {@code differs}, {@code not seen}
 * @param agreed Number of comparisons that agreed
 * @param differed Number of comparisons that differed
 * @param at When the comparison began, in real time, ISO 8601
 * @param source The compared service, or the files with recordings of it
 */
public record AssumptionEvidence(
    @JsonProperty("outcome") String outcome,
    @JsonProperty("agreed") int agreed,
    @JsonProperty("differed") int differed,
    @JsonProperty("at") String at,
    @JsonProperty("source") String source) {
}
