package io.github.maildouble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.github.maildouble.junit.Maildouble;
import io.github.maildouble.junit.World;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@Maildouble
@World(scenario = "double-opt-in")
class WebhookTest {
  private static final String LIST = "d0b1e00001";
  private static final String CLARA = "confirmed@acme.test";

  // behaviour:webhook-received behaviour:trigger
  @Test
  void aReceiverReturnsThePayloadThatArrives(MaildoubleWorld world) {
    var hooks = world.receiver(options -> options.list(LIST).events("unsubscribe"));
    var triggered = world.trigger().memberUnsubscribe(member -> member.listId(LIST).emailAddress(CLARA).reason("Too many emails"));
    assertEquals(1, triggered.deliveries().size());
    assertEquals(CLARA, hooks.next("unsubscribe").data("email"));
    assertEquals("delivered", world.deliveries().waitFor(query -> query.event("unsubscribe")).status());
    assertEquals("unsubscribed", world.get("/lists/" + LIST + "/members/" + CLARA).json().path("status").asText());
  }

  // behaviour:webhook-retried
  @Test
  void aRefusedWebhookArrivesAgainWhenTimeHasPassed(MaildoubleWorld world) {
    var hooks = world.receiver(options -> options.list(LIST));
    hooks.answer(503, 200);
    leave(world);
    assertEquals(503, hooks.next("unsubscribe").status());
    world.clock().advance(Duration.ofMinutes(1));
    assertEquals(200, hooks.next("unsubscribe").status());
  }

  // behaviour:webhook-duplicate
  @Test
  void aDuplicateArrivesTwice(MaildoubleWorld world) {
    var hooks = world.receiver(options -> options.list(LIST));
    world.deliveryFaults().add(fault -> fault.effect("duplicate").match(delivery -> delivery.event("unsubscribe")).mustFire(true));
    leave(world);
    world.clock().advanceUntilIdle();
    assertEquals(hooks.next("unsubscribe").body(), hooks.next("unsubscribe").body());
  }

  // behaviour:webhook-application
  @Test
  void aReceiverHandsWebhooksToAFunction(MaildoubleWorld world) {
    var gone = new CopyOnWriteArrayList<String>();
    var hooks = world.receiver(options -> options.list(LIST).path("/hooks/s3cret").handler((path, headers, body) -> {
      gone.add(path + " " + body.contains("confirmed%40acme.test"));
      return 202;
    }));
    leave(world);
    assertEquals(202, hooks.next("unsubscribe").status());
    assertEquals(List.of("/hooks/s3cret true"), gone);
  }

  @Test
  void aReceiverForwardsWebhooksToTheAddressOfAnApplication(MaildoubleWorld world) throws IOException {
    var bodies = new CopyOnWriteArrayList<String>();
    var application = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    application.createContext("/webhooks", exchange -> {
      bodies.add(new String(exchange.getRequestBody().readAllBytes()));
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    application.start();
    try {
      var address = URI.create("http://127.0.0.1:" + application.getAddress().getPort() + "/webhooks");
      var hooks = world.receiver(options -> options.list(LIST).forwardTo(address));
      leave(world);
      assertEquals(204, hooks.next("unsubscribe").status());
      assertEquals(1, bodies.size());
    } finally {
      application.stop(0);
    }
  }

  @Test
  void aReceiverListensOnLoopbackOnlyUnlessItsHostIsAnother(MaildoubleWorld world) throws IOException {
    var local = world.receiver(options -> options.host("localhost"));
    assertTrue(local.url().startsWith("http://localhost:"), local.url());
    assertTrue(isFree(anyAddress(local)), "another address of this machine is free");
    assertFalse(isFree(anyAddress(world.receiver(options -> options.host("host.docker.internal")))));
  }

  private static InetSocketAddress anyAddress(WebhookReceiver hooks) {
    return new InetSocketAddress("127.0.0.2", URI.create(hooks.url()).getPort());
  }

  private static boolean isFree(InetSocketAddress address) throws IOException {
    try (var socket = new ServerSocket()) {
      socket.bind(address);
      return true;
    } catch (BindException taken) {
      return false;
    }
  }

  @Test
  void aWebhookThatDoesNotArriveIsReportedWithThoseThatDid(MaildoubleWorld world) {
    var hooks = world.receiver(options -> options.list(LIST));
    leave(world);
    hooks.next();
    var error = assertThrows(MaildoubleException.class, () -> hooks.next("cleaned", Duration.ofMillis(50)));
    assertTrue(error.getMessage().contains("unsubscribe, answered 200"), error.getMessage());
  }

  @Test
  void aReceiverReceivesTheWebhooksOfBatches(MaildoubleWorld world) {
    var hooks = world.receiver(WebhookReceiver.Options::batches);
    world.post("/batches", Map.of("operations", List.of(Map.of("method", "GET", "path", "/lists"))));
    world.clock().advanceUntilIdle();
    assertEquals("batch_operation_completed", hooks.next().event());
  }

  private static void leave(MaildoubleWorld world) {
    world.trigger().memberUnsubscribe(member -> member.listId(LIST).emailAddress(CLARA));
  }
}
