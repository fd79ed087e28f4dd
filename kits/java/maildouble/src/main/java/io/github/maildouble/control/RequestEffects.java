// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What it caused so far, as far as it is kept; {@code caused} of `GET .../requests/{request_id}` lists it
 *
 * @param webhooks Number of deliveries, also those of jobs about objects that the call created, such as a batch
 * @param emails Number of emails that the call itself sent
 */
public record RequestEffects(
    @JsonProperty("webhooks") int webhooks,
    @JsonProperty("emails") int emails) {
}
