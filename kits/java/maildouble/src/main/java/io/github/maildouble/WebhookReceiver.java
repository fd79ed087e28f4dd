package io.github.maildouble;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.maildouble.control.ListEvents;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

/** Receives webhooks of a world in this process, and hands them to your application if you say so. */
public final class WebhookReceiver implements AutoCloseable {
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost");
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final MaildoubleWorld world;
  private final Options options;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final String url;
  private final List<ReceivedWebhook> received = new ArrayList<>();
  private final List<ReceivedWebhook> unread = new ArrayList<>();
  private final Deque<Integer> answers = new ArrayDeque<>();
  private String registration;

  /** The options of a receiver. */
  public static final class Options {
    private String list;
    private boolean batches;
    private List<String> events = ListEvents.ALL;
    private List<String> sources;
    private String path = "/";
    private String host = "127.0.0.1";
    private WebhookHandler handler;

    Options() {}

    /** Registers it as a webhook of this list. */
    public Options list(String id) {
      this.list = id;
      return this;
    }

    /** Registers it as a webhook of batches instead. */
    public Options batches() {
      this.batches = true;
      return this;
    }

    /** The events; by default all. */
    public Options events(String... names) {
      this.events = List.of(names);
      return this;
    }

    /** The sources of the events, {@code user}, {@code admin} and {@code api}; by default all. */
    public Options sources(String... names) {
      this.sources = List.of(names);
      return this;
    }

    /** The path of its URL. */
    public Options path(String path) {
      this.path = path;
      return this;
    }

    /**
     * The name by which a server in a container reaches this machine, such as {@code host.docker.internal}. All addresses of this machine are
     * then listened on; by default only 127.0.0.1 is.
     */
    public Options host(String name) {
      this.host = name;
      return this;
    }

    /** The application, as a function that answers a webhook with a status. */
    public Options handler(WebhookHandler handler) {
      this.handler = handler;
      return this;
    }

    /** The application, at an address of this machine: each webhook is sent on to it, and its status is the answer. */
    public Options forwardTo(URI application) {
      return handler((path, headers, body) -> {
        var contentType = headers.getOrDefault("content-type", "application/x-www-form-urlencoded");
        var request = HttpRequest.newBuilder(application).header("content-type", contentType).POST(BodyPublishers.ofString(body));
        headers.forEach((name, value) -> {
          if (name.startsWith("x-")) request.header(name, value);
        });
        return new Transport(application.resolve("/").toString(), null).send(request.build()).status();
      });
    }
  }

  private WebhookReceiver(MaildoubleWorld world, Options options, HttpServer server) {
    this.world = world;
    this.options = options;
    this.server = server;
    this.url = "http://" + options.host + ":" + server.getAddress().getPort() + options.path;
  }

  static WebhookReceiver open(MaildoubleWorld world, Options options) {
    if (!options.path.startsWith("/")) throw new MaildoubleException("The path \"" + options.path + "\" of a receiver must begin with a slash.");
    try {
      var address = LOOPBACK.contains(options.host) ? new InetSocketAddress("127.0.0.1", 0) : new InetSocketAddress(0);
      var receiver = new WebhookReceiver(world, options, HttpServer.create(address, 0));
      receiver.start();
      return receiver;
    } catch (IOException error) {
      throw new MaildoubleException("No port could be listened on: " + error.getMessage(), error);
    }
  }

  private void start() {
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
    if (options.list == null && !options.batches) return;
    var collection = options.batches ? "/batch-webhooks" : "/lists/" + Transport.segment(options.list) + "/webhooks";
    var body = new LinkedHashMap<String, Object>(Map.of("url", url));
    if (!options.batches) {
      body.put("events", on(options.events));
      if (options.sources != null) body.put("sources", on(options.sources));
    }
    var answer = world.post(collection, body);
    if (answer.status() != 200) {
      close();
      throw new MaildoubleException("The receiver could not be registered at " + collection + ": " + answer.text());
    }
    registration = collection + "/" + answer.json().path("id").asText();
  }

  private static Map<String, Boolean> on(List<String> names) {
    return names.stream().collect(Collectors.toMap(name -> name, name -> true));
  }

  /** The URL at which it listens. */
  public String url() {
    return url;
  }

  /** Answers the next webhooks with these statuses; the last one answers all further ones. Without any, the application answers, or 200. */
  public void answer(int... statuses) {
    synchronized (received) {
      answers.clear();
      Arrays.stream(statuses).forEach(answers::add);
    }
  }

  /** The webhooks that have arrived, oldest first. */
  public List<ReceivedWebhook> received() {
    synchronized (received) {
      return List.copyOf(received);
    }
  }

  /** Waits for a webhook that it has not returned yet, three seconds of real time at most. */
  public ReceivedWebhook next() {
    return next(null, PATIENCE);
  }

  /** Waits for a webhook of an event that it has not returned yet, three seconds of real time at most. */
  public ReceivedWebhook next(String event) {
    return next(event, PATIENCE);
  }

  /**
   * Waits in real time for a webhook of an event, or of any if it is null, that it has not returned yet.
   *
   * @throws MaildoubleException if there is none in time; the message lists the webhooks that have arrived
   */
  public ReceivedWebhook next(String event, Duration patience) {
    var until = System.nanoTime() + patience.toNanos();
    ReceivedWebhook found;
    synchronized (received) {
      while ((found = takeUnread(event)) == null) {
        var left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) throw nothing(event, patience);
        try {
          received.wait(left);
        } catch (InterruptedException error) {
          Thread.currentThread().interrupt();
          throw new MaildoubleException("The wait for a webhook was interrupted.", error);
        }
      }
    }
    settle(found);
    return found;
  }

  private ReceivedWebhook takeUnread(String event) {
    for (var each : unread) {
      if (event != null && !each.event().equals(event)) continue;
      unread.remove(each);
      return each;
    }
    return null;
  }

  private MaildoubleException nothing(String event, Duration patience) {
    var arrived = received.stream().map(each -> "\n  " + each.event() + ", answered " + each.status()).collect(Collectors.joining());
    return new MaildoubleException("No " + (event == null ? "further" : event) + " webhook arrived within " + patience + ". Those that did:"
        + (arrived.isEmpty() ? " none" : arrived) + "\nRetries and delayed webhooks need world.clock().advance(...).");
  }

  /** Waits until the double has recorded the answer of a webhook, so that the test finds it among the deliveries. */
  private void settle(ReceivedWebhook webhook) {
    for (var delivery : world.deliveries().list(query -> query.event(webhook.event()).settled(false))) {
      if (delivery.url().equals(url) && delivery.body().equals(webhook.body())) {
        world.deliveries().list(query -> query.after(delivery.id() - 1).before(delivery.id() + 1).settled(true).wait("PT1S"));
      }
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (!exchange.getRequestMethod().equals("POST")) {
        // The service validates the URL of a webhook by GET.
        exchange.sendResponseHeaders(200, -1);
        return;
      }
      var headers = new HashMap<String, String>();
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
      var status = statusFor(exchange.getRequestURI().getPath(), headers, body);
      var form = formOf(body);
      exchange.sendResponseHeaders(status, -1);
      synchronized (received) {
        var webhook = new ReceivedWebhook(form.getOrDefault("type", ""), form, headers, body, status);
        received.add(webhook);
        unread.add(webhook);
        received.notifyAll();
      }
    }
  }

  private int statusFor(String path, Map<String, String> headers, String body) {
    synchronized (received) {
      if (!answers.isEmpty()) return answers.size() == 1 ? answers.peek() : answers.remove();
    }
    return options.handler == null ? 200 : options.handler.handle(path, headers, body);
  }

  private static Map<String, String> formOf(String body) {
    var form = new LinkedHashMap<String, String>();
    for (var pair : body.split("&")) {
      var parts = pair.split("=", 2);
      form.put(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
    }
    return form;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Removes the webhook from the service, and stops listening. */
  public void unregister() {
    if (registration != null) world.delete(registration);
    registration = null;
    close();
  }

  /** Stops listening. A receiver is closed with its world. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
