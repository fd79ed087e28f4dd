// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about history. */
public class HistoryApi {
  private final Transport transport;
  private final String world;

  public HistoryApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** Explain the state of an object: {@code getWhy}. */
  public Why why(GetWhyQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/why", query, null, new TypeReference<Why>() {});
  }

  /** Explain the state of an object: {@code getWhy}. */
  public Why why(Consumer<GetWhyQuery.Builder> query) {
    var builder = GetWhyQuery.builder();
    query.accept(builder);
    return why(builder.build());
  }

  /** Explain the state of an object: {@code getWhy}. */
  public Why why() {
    return why(GetWhyQuery.builder().build());
  }

  /** List changes: {@code getChanges}. */
  public List<Change> changes(GetChangesQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/changes", query, null, new TypeReference<ChangeCollection>() {}).changes();
  }

  /** List changes: {@code getChanges}. */
  public List<Change> changes(Consumer<GetChangesQuery.Builder> query) {
    var builder = GetChangesQuery.builder();
    query.accept(builder);
    return changes(builder.build());
  }

  /** List changes: {@code getChanges}. */
  public List<Change> changes() {
    return changes(GetChangesQuery.builder().build());
  }

  /** Compare two states: {@code getDiff}. */
  public Diff diff(GetDiffQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/diff", query, null, new TypeReference<Diff>() {});
  }

  /** Compare two states: {@code getDiff}. */
  public Diff diff(Consumer<GetDiffQuery.Builder> query) {
    var builder = GetDiffQuery.builder();
    query.accept(builder);
    return diff(builder.build());
  }

  /** Compare two states: {@code getDiff}. */
  public Diff diff() {
    return diff(GetDiffQuery.builder().build());
  }
}
