// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.Map;
import java.util.function.Consumer;

/** The operations of the control API about state. */
public class StateApi {
  private final Transport transport;
  private final String world;

  public StateApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** List tables: {@code getState}. */
  public State tables() {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/state", null, null, new TypeReference<State>() {});
  }

  /** List the rows of a table: {@code getTable}. */
  public TableState table(String table, GetTableQuery query) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/state/" + Transport.segment(table), query, null, new TypeReference<TableState>() {});
  }

  /** List the rows of a table: {@code getTable}. */
  public TableState table(String table, Consumer<GetTableQuery.Builder> query) {
    var builder = GetTableQuery.builder();
    query.accept(builder);
    return table(table, builder.build());
  }

  /** List the rows of a table: {@code getTable}. */
  public TableState table(String table) {
    return table(table, GetTableQuery.builder().build());
  }

  /** Get a row of a table: {@code getRow}. */
  public Map<String, Object> row(String table, String id) {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/state/" + Transport.segment(table) + "/" + Transport.segment(id), null, null, new TypeReference<Map<String, Object>>() {});
  }
}
