package io.github.maildouble;

import io.github.maildouble.control.CreateWorld;
import io.github.maildouble.control.WorldsApi;
import java.util.function.Consumer;

/** A connection to a server. */
public final class MaildoubleClient {
  private final Transport transport;

  private MaildoubleClient(Transport transport) {
    this.transport = transport;
  }

  /** Connects to the server at MAILDOUBLE_URL, or else at http://127.0.0.1:4030. */
  public static MaildoubleClient connect() {
    var url = variable("MAILDOUBLE_URL");
    return connect(url == null ? "http://127.0.0.1:4030" : url);
  }

  /** Connects to the server at an address. */
  public static MaildoubleClient connect(String url) {
    return connect(url, variable("MAILDOUBLE_CONTROL_TOKEN"));
  }

  /** Connects to a server whose control API requires a token. */
  public static MaildoubleClient connect(String url, String token) {
    return new MaildoubleClient(new Transport(url, token));
  }

  /** The address of the server. */
  public String url() {
    return transport.url();
  }

  /** The token of the control API; null if there is none. */
  public String token() {
    return transport.token();
  }

  /** The worlds of the server, as data. */
  public WorldsApi worlds() {
    return new WorldsApi(transport);
  }

  /** Creates a world: {@code createWorld(options -> options.scenario("newsletter"))}. */
  public MaildoubleWorld createWorld(Consumer<CreateWorld.Builder> options) {
    return new MaildoubleWorld(transport, worlds().create(options));
  }

  /** A world that exists. */
  public MaildoubleWorld world(String id) {
    return new MaildoubleWorld(transport, worlds().get(id));
  }

  private static String variable(String name) {
    var value = System.getenv(name);
    return value == null || value.isBlank() ? null : value;
  }
}
