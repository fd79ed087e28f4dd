// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about deliveries. */
public class DeliveriesApi {
  private final Transport transport;
  private final String world;

  public DeliveriesApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List deliveries: {@code getDeliveries}. */
  public List<Delivery> list(GetDeliveriesQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/deliveries", query, null, new TypeReference<DeliveryCollection>() {}).deliveries();
  }

  /** List deliveries: {@code getDeliveries}. */
  public List<Delivery> list(Consumer<GetDeliveriesQuery.Builder> query) {
    var builder = GetDeliveriesQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List deliveries: {@code getDeliveries}. */
  public List<Delivery> list() {
    return list(GetDeliveriesQuery.builder().build());
  }

  /** Get a delivery: {@code getDelivery}. */
  public Delivery get(int deliveryId) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/deliveries/" + Transport.segment(deliveryId), null, null, new TypeReference<Delivery>() {});
  }

  /** Delete all deliveries: {@code deleteDeliveries}. */
  public void clear() {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/deliveries", null, null);
  }

  /** Resend a delivery: {@code resendDelivery}. */
  public Delivery resend(int deliveryId) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/deliveries/" + Transport.segment(deliveryId) + "/resend", null, null, new TypeReference<Delivery>() {});
  }
}
