// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about faults. */
public class FaultsApi {
  private final Transport transport;
  private final String world;

  public FaultsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List faults: {@code getFaults}. */
  public List<Fault> list(GetFaultsQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/faults", query, null, new TypeReference<FaultCollection>() {}).faults();
  }

  /** List faults: {@code getFaults}. */
  public List<Fault> list(Consumer<GetFaultsQuery.Builder> query) {
    var builder = GetFaultsQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List faults: {@code getFaults}. */
  public List<Fault> list() {
    return list(GetFaultsQuery.builder().build());
  }

  /** Create a fault: {@code createFault}. */
  public Fault add(CreateFault body) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/faults", null, body, new TypeReference<Fault>() {});
  }

  /** Create a fault: {@code createFault}. */
  public Fault add(Consumer<CreateFault.Builder> body) {
    var builder = CreateFault.builder();
    body.accept(builder);
    return add(builder.build());
  }

  /** Get a fault: {@code getFault}. */
  public Fault get(int faultId) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/faults/" + Transport.segment(faultId), null, null, new TypeReference<Fault>() {});
  }

  /** Delete a fault: {@code deleteFault}. */
  public void remove(int faultId) {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/faults/" + Transport.segment(faultId), null, null);
  }

  /** Delete all faults: {@code deleteFaults}. */
  public void clear() {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/faults", null, null);
  }
}
