// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The result of a verification.
 *
 * @param verdict {@code inconclusive} if evicted calls or truncated bodies could have changed the result. One of {@code pass}, {@code fail}, {@code inconclusive}
 * @param matched Number of calls that match
 * @param unsure Number of further calls that may match, since their bodies are truncated
 * @param evicted Number of calls that were evicted, matching or not
 * @param requests The ids of the calls that match, oldest first; at most 1000
 * @param closest If too few calls match, up to three other calls with the fewest differences; fewest first, then latest first
 */
public record Verdict(
    @JsonProperty("verdict") String verdict,
    @JsonProperty("matched") int matched,
    @JsonProperty("unsure") int unsure,
    @JsonProperty("evicted") int evicted,
    @JsonProperty("requests") List<String> requests,
    @JsonProperty("closest") List<VerdictClosestItem> closest) {
}
