package io.github.maildouble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.maildouble.control.Outage;
import io.github.maildouble.junit.Maildouble;
import io.github.maildouble.junit.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Maildouble
class FaultTest {
  private static final String MEMBERS = "/lists/aaaaaaaaaa/members";
  private static final Map<String, String> LENA = Map.of("email_address", "lena@acme.test", "status", "subscribed");

  // behaviour:fault-once
  @Test
  void aFaultDisturbsTheFirstCallOnly(MaildoubleWorld world) {
    world.faults().add(fault -> fault
        .match(call -> call.operation("addMember"))
        .when(when -> when.first(1))
        .effect(effect -> effect.problem(problem -> problem.preset("TooManyRequests")))
        .mustFire(true));
    assertEquals(429, world.post(MEMBERS, LENA).status());
    assertEquals(200, world.post(MEMBERS, LENA).status());
    assertEquals(1, world.faults().list().get(0).fired());
  }

  // behaviour:delivery-fault
  @Test
  void aDroppedWebhookDoesNotArrive(MaildoubleWorld world) {
    var hooks = world.receiver(options -> options.list("aaaaaaaaaa"));
    world.deliveryFaults().add(fault -> fault.effect("drop").match(delivery -> delivery.event("subscribe")).mustFire(true));
    world.trigger().memberSubscribe(member -> member.listId("aaaaaaaaaa").emailAddress("eve@acme.test"));
    world.trigger().memberUnsubscribe(member -> member.listId("aaaaaaaaaa").emailAddress("eve@acme.test"));
    assertEquals("unsubscribe", hooks.next().event());
  }

  // behaviour:outage
  @Test
  void aWorldStartsInAnOutage(@World(scenario = "flaky", outage = "black-friday") MaildoubleWorld world) {
    assertEquals(List.of("black-friday"), world.outages().list().stream().filter(Outage::active).map(Outage::outage).toList());
    world.outages().end("black-friday");
    assertEquals(200, world.get("/ping").status());
  }

  // behaviour:verification
  @Test
  void theExpectedCallsWereMade(MaildoubleWorld world) {
    world.post(MEMBERS, LENA);
    var verdict = world.requests().verify(calls -> calls
        .match(call -> call.operation("addMember").body(Map.of("/status", "subscribed")))
        .count(count -> count.exactly(1)));
    assertEquals(1, verdict.matched());
  }

  // behaviour:closest-call
  @Test
  void aVerificationThatFailsShowsTheClosestCalls(MaildoubleWorld world) {
    world.post(MEMBERS, LENA);
    var error = assertThrows(VerificationError.class, () ->
        world.requests().verify(calls -> calls.match(call -> call.operation("addMember").body(Map.of("/status", "pending")))));
    assertTrue(error.getMessage().startsWith("Expected at least 1 call(s) to match, but none did."), error.getMessage());
    assertTrue(error.getMessage().contains("POST /3.0/lists/aaaaaaaaaa/members, answered 200"), error.getMessage());
    assertTrue(error.getMessage().contains("/status: expected \"pending\", actual \"subscribed\""), error.getMessage());
    assertEquals("fail", error.verdict().verdict());
  }
}
