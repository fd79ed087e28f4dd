// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;

/** The operations of the control API about outages. */
public class OutagesApi {
  private final Transport transport;
  private final String world;

  public OutagesApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List outages: {@code getOutages}. */
  public List<Outage> list() {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/outages", null, null, new TypeReference<OutageCollection>() {}).outages();
  }

  /** Start an outage: {@code startOutage}. */
  public Outage start(String outage) {
    return transport.call("PUT", "/worlds/" + Transport.segment(world) + "/outages/" + Transport.segment(outage), null, null, new TypeReference<Outage>() {});
  }

  /** End an outage: {@code endOutage}. */
  public Outage end(String outage) {
    return transport.call("DELETE", "/worlds/" + Transport.segment(world) + "/outages/" + Transport.segment(outage), null, null, new TypeReference<Outage>() {});
  }
}
