package io.github.maildouble;

import io.github.maildouble.control.DeliveryFaultsApi;
import io.github.maildouble.control.FaultsApi;
import io.github.maildouble.control.HistoryApi;
import io.github.maildouble.control.JobsApi;
import io.github.maildouble.control.OutagesApi;
import io.github.maildouble.control.SettingsApi;
import io.github.maildouble.control.SnapshotsApi;
import io.github.maildouble.control.StateApi;
import io.github.maildouble.control.TriggersApi;
import io.github.maildouble.control.World;
import io.github.maildouble.control.WorldsApi;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An account with its own data, clock and history. Worlds share nothing, so each test can have its own. */
public final class MaildoubleWorld implements AutoCloseable {
  private final Transport transport;
  private final World data;
  private final List<WebhookReceiver> receivers = new ArrayList<>();

  MaildoubleWorld(Transport transport, World data) {
    this.transport = transport;
    this.data = data;
  }

  public String id() {
    return data.id();
  }

  /** The scenario that it was created from. */
  public String scenario() {
    return data.scenario();
  }

  /** The base URL of the API, up to but not including {@code /3.0}: configure your application with it and with {@link #apiKey()}. */
  public String baseUrl() {
    return data.baseUrl();
  }

  /** The address of the server itself, for clients whose base URL can't have a path. */
  public String rootUrl() {
    return data.rootUrl();
  }

  /** A key of this world. */
  public String apiKey() {
    return data.apiKey();
  }

  /** Everything about the world at its creation, its OAuth application among it. */
  public World data() {
    return data;
  }

  /** The world now: its time and row counts. */
  public World status() {
    return worlds().get(id());
  }

  public WorldClock clock() {
    return new WorldClock(transport, id());
  }

  public FaultsApi faults() {
    return new FaultsApi(transport, id());
  }

  public DeliveryFaultsApi deliveryFaults() {
    return new DeliveryFaultsApi(transport, id());
  }

  public OutagesApi outages() {
    return new OutagesApi(transport, id());
  }

  /** What other people do: {@code world.trigger().memberUnsubscribe(member -> member.listId(...).emailAddress(...))}. */
  public TriggersApi trigger() {
    return new TriggersApi(transport, id());
  }

  public Requests requests() {
    return new Requests(transport, id());
  }

  public Deliveries deliveries() {
    return new Deliveries(transport, id());
  }

  public Emails emails() {
    return new Emails(transport, id());
  }

  public SnapshotsApi snapshots() {
    return new SnapshotsApi(transport, id());
  }

  public SettingsApi settings() {
    return new SettingsApi(transport, id());
  }

  public StateApi state() {
    return new StateApi(transport, id());
  }

  public HistoryApi history() {
    return new HistoryApi(transport, id());
  }

  public JobsApi jobs() {
    return new JobsApi(transport, id());
  }

  /** Calls the service at a path below {@code /3.0} with the key of this world. */
  public Answer get(String path) {
    return request("GET", path, null);
  }

  public Answer post(String path, Object body) {
    return request("POST", path, body);
  }

  public Answer put(String path, Object body) {
    return request("PUT", path, body);
  }

  public Answer patch(String path, Object body) {
    return request("PATCH", path, body);
  }

  public Answer delete(String path) {
    return request("DELETE", path, null);
  }

  /** Opens a link that the service has sent or answered with: of an email, or of the results of a batch. */
  public Answer open(String url) {
    return transport.send(HttpRequest.newBuilder(URI.create(url)).build());
  }

  private Answer request(String method, String path, Object body) {
    return transport.send(HttpRequest.newBuilder(URI.create(baseUrl() + "/3.0" + path))
        .header("authorization", "Bearer " + apiKey())
        .header("content-type", "application/json")
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body)))
        .build());
  }

  /**
   * Receives webhooks on a free port of this machine: {@code world.receiver(hooks -> hooks.list("aaaaaaaaaa").events("unsubscribe"))}.
   * Without a list and {@code batches()} nothing is registered: your application registers {@link WebhookReceiver#url()}.
   */
  public WebhookReceiver receiver(Consumer<WebhookReceiver.Options> options) {
    var chosen = new WebhookReceiver.Options();
    options.accept(chosen);
    var receiver = WebhookReceiver.open(this, chosen);
    receivers.add(receiver);
    return receiver;
  }

  /** Creates a second world with the same state and its own key. */
  public MaildoubleWorld fork() {
    return new MaildoubleWorld(transport, worlds().fork(id()));
  }

  /** Resets the world to the start of its scenario. Snapshots stay. */
  public void reset() {
    worlds().reset(id());
  }

  /** Closes the receivers, and deletes the world, unless that has been done: its key is then refused. */
  @Override
  public void close() {
    receivers.forEach(WebhookReceiver::close);
    try {
      worlds().delete(id());
    } catch (RefusedException error) {
      if (error.status() != 404) throw error;
    }
  }

  private WorldsApi worlds() {
    return new WorldsApi(transport);
  }
}
