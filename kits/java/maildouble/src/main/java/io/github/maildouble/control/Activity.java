// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What has happened in a world, as far as its journal reaches. Present only if {@code GET /worlds} was asked for it and this process has loaded the world.
 *
 * @param calls Number of calls in the journal
 * @param refused Number of calls in the journal that were answered with a status of 400 or more
 * @param lastCall The latest call; null if there is none
 * @param failedWebhooks Number of deliveries whose latest attempt failed, whether it is retried or not
 * @param armedFaults Number of faults and delivery faults that can still fire
 */
public record Activity(
    @JsonProperty("calls") int calls,
    @JsonProperty("refused") int refused,
    @JsonProperty("last_call") ActivityLastCall lastCall,
    @JsonProperty("failed_webhooks") int failedWebhooks,
    @JsonProperty("armed_faults") int armedFaults) {
}
