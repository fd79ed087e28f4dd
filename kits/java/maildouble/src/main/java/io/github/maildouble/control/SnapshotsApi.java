// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about snapshots. */
public class SnapshotsApi {
  private final Transport transport;
  private final String world;

  public SnapshotsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List snapshots: {@code getSnapshots}. */
  public List<Snapshot> list() {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/snapshots", null, null, new TypeReference<SnapshotCollection>() {}).snapshots();
  }

  /** Take a snapshot: {@code takeSnapshot}. */
  public Snapshot take(TakeSnapshot body) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/snapshots", null, body, new TypeReference<Snapshot>() {});
  }

  /** Take a snapshot: {@code takeSnapshot}. */
  public Snapshot take(Consumer<TakeSnapshot.Builder> body) {
    var builder = TakeSnapshot.builder();
    body.accept(builder);
    return take(builder.build());
  }

  /** Restore a snapshot: {@code restoreSnapshot}. */
  public World restore(String name) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/snapshots/" + Transport.segment(name) + "/restore", null, null, new TypeReference<World>() {});
  }

  /** Delete a snapshot: {@code deleteSnapshot}. */
  public void delete(String name) {
    transport.run("DELETE", "/worlds/" + Transport.segment(world) + "/snapshots/" + Transport.segment(name), null, null);
  }
}
