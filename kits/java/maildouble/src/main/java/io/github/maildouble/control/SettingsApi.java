// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.function.Consumer;

/** The operations of the control API about settings. */
public class SettingsApi {
  private final Transport transport;
  private final String world;

  public SettingsApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** Get the settings: {@code getSettings}. */
  public Settings get() {
    return transport.call("GET", "/worlds/" + Transport.segment(world) + "/settings", null, null, new TypeReference<Settings>() {});
  }

  /** Update the settings: {@code updateSettings}. */
  public Settings update(Settings body) {
    return transport.call("PATCH", "/worlds/" + Transport.segment(world) + "/settings", null, body, new TypeReference<Settings>() {});
  }

  /** Update the settings: {@code updateSettings}. */
  public Settings update(Consumer<Settings.Builder> body) {
    var builder = Settings.builder();
    body.accept(builder);
    return update(builder.build());
  }
}
