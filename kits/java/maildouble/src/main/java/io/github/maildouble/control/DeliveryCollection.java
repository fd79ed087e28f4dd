// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Deliveries of a world, oldest first.
 *
 * @param deliveries The deliveries
 * @param total Total number of matching deliveries
 * @param evicted Number of deliveries of this world that were evicted; deliveries deleted on request do not count
 */
public record DeliveryCollection(
    @JsonProperty("deliveries") List<Delivery> deliveries,
    @JsonProperty("total") int total,
    @JsonProperty("evicted") int evicted) {
}
