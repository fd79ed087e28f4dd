// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A named set of faults and delivery faults.
 *
 * @param outage Its name in the scenario
 * @param active Whether a fault or a delivery fault of it exists
 * @param faults The numbers of its faults in the world
 * @param deliveryFaults The numbers of its delivery faults in the world
 * @param consistsOf Its faults, as the scenario names them
 */
public record Outage(
    @JsonProperty("outage") String outage,
    @JsonProperty("active") boolean active,
    @JsonProperty("faults") List<Integer> faults,
    @JsonProperty("delivery_faults") List<Integer> deliveryFaults,
    @JsonProperty("consists_of") List<Object> consistsOf) {
}
