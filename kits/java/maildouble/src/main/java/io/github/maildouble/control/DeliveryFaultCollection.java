// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Delivery faults of a world, oldest first.
 *
 * @param deliveryFaults The delivery faults
 * @param total Total number of delivery faults
 */
public record DeliveryFaultCollection(
    @JsonProperty("delivery_faults") List<DeliveryFault> deliveryFaults,
    @JsonProperty("total") int total) {
}
