// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about deliveryFaults. */
public class DeliveryFaultsApi {
  private final Transport transport;
  private final String world;

  public DeliveryFaultsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List delivery faults: {@code getDeliveryFaults}. */
  public List<DeliveryFault> list(GetDeliveryFaultsQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/delivery-faults", query, null, new TypeReference<DeliveryFaultCollection>() {}).deliveryFaults();
  }

  /** List delivery faults: {@code getDeliveryFaults}. */
  public List<DeliveryFault> list(Consumer<GetDeliveryFaultsQuery.Builder> query) {
    var builder = GetDeliveryFaultsQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List delivery faults: {@code getDeliveryFaults}. */
  public List<DeliveryFault> list() {
    return list(GetDeliveryFaultsQuery.builder().build());
  }

  /** Create a delivery fault: {@code createDeliveryFault}. */
  public DeliveryFault add(CreateDeliveryFault body) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/delivery-faults", null, body, new TypeReference<DeliveryFault>() {});
  }

  /** Create a delivery fault: {@code createDeliveryFault}. */
  public DeliveryFault add(Consumer<CreateDeliveryFault.Builder> body) {
    var builder = CreateDeliveryFault.builder();
    body.accept(builder);
    return add(builder.build());
  }

  /** Get a delivery fault: {@code getDeliveryFault}. */
  public DeliveryFault get(int deliveryFaultId) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/delivery-faults/" + Transport.segment(deliveryFaultId), null, null, new TypeReference<DeliveryFault>() {});
  }

  /** Delete a delivery fault: {@code deleteDeliveryFault}. */
  public void remove(int deliveryFaultId) {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/delivery-faults/" + Transport.segment(deliveryFaultId), null, null);
  }

  /** Delete all delivery faults: {@code deleteDeliveryFaults}. */
  public void clear() {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/delivery-faults", null, null);
  }
}
