// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.List;
import java.util.function.Consumer;

/** The operations of the control API about worlds. */
public class WorldsApi {
  private final Transport transport;

  public WorldsApi(Transport transport) {
    this.transport = transport;
  }

  /** List all worlds: {@code getWorlds}. */
  public List<World> list(GetWorldsQuery query) {
    return transport.call("GET", "/worlds", query, null, new TypeReference<WorldCollection>() {}).worlds();
  }

  /** List all worlds: {@code getWorlds}. */
  public List<World> list(Consumer<GetWorldsQuery.Builder> query) {
    var builder = GetWorldsQuery.builder();
    query.accept(builder);
    return list(builder.build());
  }

  /** List all worlds: {@code getWorlds}. */
  public List<World> list() {
    return list(GetWorldsQuery.builder().build());
  }

  /** Create a world: {@code createWorld}. */
  public World create(CreateWorld body) {
    return transport.call("POST", "/worlds", null, body, new TypeReference<World>() {});
  }

  /** Create a world: {@code createWorld}. */
  public World create(Consumer<CreateWorld.Builder> body) {
    var builder = CreateWorld.builder();
    body.accept(builder);
    return create(builder.build());
  }

  /** Create a world: {@code createWorld}. */
  public World create() {
    return create(CreateWorld.builder().build());
  }

  /** Get a world: {@code getWorld}. */
  public World get(String world) {
    return transport.call("GET", "/worlds/" + Transport.segment(world), null, null, new TypeReference<World>() {});
  }

  /** Delete a world: {@code deleteWorld}. */
  public void delete(String world) {
    transport.run("DELETE", "/worlds/" + Transport.segment(world), null, null);
  }

  /** Reset a world to the start of its scenario: {@code resetWorld}. */
  public World reset(String world) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/reset", null, null, new TypeReference<World>() {});
  }

  /** Fork a world: {@code forkWorld}. */
  public World fork(String world, ForkWorld body) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/fork", null, body, new TypeReference<World>() {});
  }

  /** Fork a world: {@code forkWorld}. */
  public World fork(String world, Consumer<ForkWorld.Builder> body) {
    var builder = ForkWorld.builder();
    body.accept(builder);
    return fork(world, builder.build());
  }

  /** Fork a world: {@code forkWorld}. */
  public World fork(String world) {
    return fork(world, ForkWorld.builder().build());
  }
}
