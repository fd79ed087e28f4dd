// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What happened while the clock advanced.
 *
 * @param from The time at which the advance started, ISO 8601
 * @param to The time at which it ended, ISO 8601
 * @param ran The jobs that ran, in order; at most 1000
 * @param ranTotal Total number of jobs that ran
 * @param deliveries The webhooks that were caused or attempted at or after {@code from}, oldest first; at most 1000
 * @param deliveriesTotal Total number of these webhooks
 * @param stopped Present only if the clock stopped early because deliveries took longer than {@code max_wait}. One of {@code waiting}
 */
public record Advanced(
    @JsonProperty("from") String from,
    @JsonProperty("to") String to,
    @JsonProperty("ran") List<AdvancedRanItem> ran,
    @JsonProperty("ran_total") int ranTotal,
    @JsonProperty("deliveries") List<Delivery> deliveries,
    @JsonProperty("deliveries_total") int deliveriesTotal,
    @JsonProperty("stopped") String stopped) {
}
