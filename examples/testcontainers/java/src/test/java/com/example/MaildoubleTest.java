package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.MountableFile;

class MaildoubleTest {
  /** The name of this machine in the container. */
  private static final String HOST = "host.docker.internal";

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final GenericContainer<?> CONTAINER = new GenericContainer<>("maildouble");
  private static String url;

  @BeforeAll
  static void start() throws IOException {
    // Answers contain the address of the server, so its port is chosen before the container starts.
    int port = freePort();
    url = "http://localhost:" + port;
    CONTAINER
        .withEnv(Map.of(
            "MAILDOUBLE_CONTROL_TOKEN", "ci",
            "MAILDOUBLE_PUBLIC_URL", url,
            "MAILDOUBLE_SCENARIO_DIR", "/scenarios",
            "MAILDOUBLE_ALLOW_EGRESS", HOST))
        .withCopyFileToContainer(MountableFile.forHostPath("../scenarios"), "/scenarios")
        .withExtraHost(HOST, "host-gateway")
        .waitingFor(Wait.forHealthcheck());
    CONTAINER.setPortBindings(List.of(port + ":4030"));
    CONTAINER.start();
  }

  @AfterAll
  static void stop() {
    CONTAINER.stop();
  }

  @Test
  void aWebhookOfANewMemberReachesThisMachine() throws IOException, InterruptedException {
    var received = new LinkedBlockingQueue<String>();
    // On all addresses, since the container does not come from this machine's loopback address.
    var receiver = HttpServer.create(new InetSocketAddress(0), 0);
    receiver.createContext("/", exchange -> {
      var body = new String(exchange.getRequestBody().readAllBytes());
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
      if (exchange.getRequestMethod().equals("POST")) received.add(body);
    });
    receiver.start();
    try {
      var hook = "http://" + HOST + ":" + receiver.getAddress().getPort() + "/hook";

      // A world is an account of its own. Configure the application with these two.
      var world = post(url + "/_control/worlds", "ci", Map.of("scenario", "team"));
      var baseUrl = world.get("base_url").asText();
      var apiKey = world.get("api_key").asText();

      var list = baseUrl + "/3.0/lists/7ea0000001";
      var events = Map.of("subscribe", true);
      post(list + "/webhooks", apiKey, Map.of("url", hook, "events", events, "sources", Map.of("api", true)));
      post(list + "/members", apiKey, Map.of("email_address", "grace@example.com", "status", "subscribed"));
      var form = received.poll(2, TimeUnit.MINUTES);
      assertNotNull(form, "no webhook came");
      assertTrue(form.startsWith("type=subscribe&"), form);
      assertTrue(form.contains("grace%40example.com"), form);
    } finally {
      receiver.stop(0);
    }
  }

  private static JsonNode post(String uri, String token, Object body) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(uri))
        .header("authorization", "Bearer " + token)
        .header("content-type", "application/json")
        .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
        .build();
    var response = HTTP.send(request, BodyHandlers.ofString());
    assertEquals(2, response.statusCode() / 100, response.body());
    return JSON.readTree(response.body());
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
