package io.github.maildouble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.maildouble.control.CreateWorldVocabulary;
import io.github.maildouble.control.TriggerOrderLinesItem;
import io.github.maildouble.junit.Maildouble;
import io.github.maildouble.junit.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@Maildouble
@World(scenario = "starter")
class WorldTest {
  private static final String LIST = "/lists/aaaaaaaaaa";

  private String seenBefore;

  @BeforeEach
  void remember(MaildoubleWorld world) {
    seenBefore = world.id();
  }

  // behaviour:world-per-test
  @Test
  void aMethodBeforeTheTestHasTheSameWorld(MaildoubleWorld world) {
    assertEquals(seenBefore, world.id());
    assertEquals(200, signUp(world));
  }

  // behaviour:parallel-tests
  @RepeatedTest(20)
  void testsThatRunAtTheSameTimeShareNothing(MaildoubleWorld world) {
    assertEquals(200, signUp(world), "a member of another test is not here");
    assertEquals(1, world.requests().list().size());
  }

  // behaviour:world-options
  @Test
  void aTestNamesTheOptionsOfItsWorld(
      @World(scenario = "newsletter", settings = "{\"max_lists\": 2}", now = "2026-03-01T08:00:00Z") MaildoubleWorld world) {
    assertEquals(2, world.get("/lists").json().path("total_items").asInt());
    assertEquals(2, world.settings().get().maxLists());
    assertEquals("2026-03-01T08:00:00Z", world.clock().now().toString());
  }

  @Test
  void anOrderOfAStoreIsChangedByWhatAnOrderHas(@World(scenario = "shop") MaildoubleWorld world) {
    var line = TriggerOrderLinesItem.builder().productId("felt-hat").quantity(2).build();
    world.trigger().orderPlace(placed -> placed.storeId("acme-shop").order(order -> order.id("mine").customer(customer -> customer.id("c7")).lines(List.of(line))));
    var more = TriggerOrderLinesItem.builder().id("1").quantity(3).build();
    world.trigger().orderUpdate(changed -> changed.storeId("acme-shop").orderId("mine").order(order -> order.financialStatus("paid").lines(List.of(more))));
    var order = world.get("/ecommerce/stores/acme-shop/orders/mine").json();
    assertEquals("paid", order.path("financial_status").asText());
    assertEquals(3, order.path("lines").path(0).path("quantity").asInt());
    assertEquals("felt-hat", order.path("lines").path(0).path("product_id").asText());
  }

  // behaviour:inline-scenario
  @Test
  void aTestWritesTheScenarioOfItsWorld(
      @World(scenarioInline = "name: two-lists\ndescription: Two lists.\nlists: [{ name: One }, { name: Two }]") MaildoubleWorld world) {
    assertEquals("two-lists", world.scenario());
    assertEquals(2, world.get("/lists").json().path("total_items").asInt());
  }

  @Test
  void aMistakeInAScenarioOfATestIsRefusedWithItsPlace(MaildoubleClient client) {
    var scenario = Map.of("name", "mine", "description", "Mine.", "lists", List.of(Map.of("name", 1)));
    var error = assertThrows(RefusedException.class, () -> client.createWorld(world -> world.scenarioInline(scenario)));
    assertEquals(List.of("/scenario_inline/lists/0/name"), error.pointers());
  }

  // behaviour:unknown-key
  @Test
  void aCallWithAnUnknownKeyIsAnsweredWith401(MaildoubleWorld world) {
    assertEquals(401, world.open(world.rootUrl() + "/3.0/lists").status());
  }

  // behaviour:snapshot
  @Test
  void aWorldReturnsToASnapshot(MaildoubleWorld world) {
    world.snapshots().take(snapshot -> snapshot.name("before"));
    assertEquals(204, world.delete(LIST).status());
    world.snapshots().restore("before");
    assertEquals(200, world.get(LIST).status());
  }

  // behaviour:fork
  @Test
  void aForkHasTheDataOfItsWorldAndChangesIndependently(MaildoubleWorld world) {
    signUp(world);
    try (var fork = world.fork()) {
      assertEquals(200, fork.get(LIST + "/members/lena@acme.test").status());
      fork.delete(LIST);
      assertEquals(200, world.get(LIST).status());
    }
  }

  // behaviour:why
  @Test
  void theHistoryOfAMemberSaysWhichCallMadeIt(MaildoubleWorld world) {
    signUp(world);
    var why = world.history().why(about -> about.entity("member").id("lena@acme.test"));
    assertTrue(why.exists());
    assertEquals("POST /3.0/lists/aaaaaaaaaa/members", why.history().get(0).by());
  }

  // behaviour:vocabulary
  @Test
  void aWorldSpeaksTheWordsOfADeployment(
      @World(scenario = "starter", vocabulary = "{\"paths\": {\"lists\": \"mailing-lists\"}}") MaildoubleWorld world) {
    assertEquals(List.of(200, 404), List.of(world.get("/mailing-lists").status(), world.get("/lists").status()));
  }

  // behaviour:email
  @Test
  void anEmailThatTheServiceSentCanBeRead(@World(scenario = "double-opt-in") MaildoubleWorld world) {
    var list = "/lists/d0b1e00001/members";
    world.post(list, Map.of("email_address", "gus@acme.test", "status", "pending"));
    var email = world.emails().waitFor(query -> query.to("gus@acme.test").kind("confirm_subscription"));
    world.open(email.links().get(0));
    assertEquals("subscribed", world.get(list + "/gus@acme.test").json().path("status").asText());
  }

  @Test
  void anInvalidOptionIsRefusedWithItsPlace(MaildoubleClient client) {
    var error = assertThrows(RefusedException.class, () -> client.createWorld(world -> world.scenario("starterr")));
    assertEquals(422, error.status());
    assertEquals(List.of("/scenario"), error.pointers());
  }

  @Test
  void aBodyHasOnlyWhatIsGiven() {
    assertEquals("{\"paths\":{\"lists\":\"teams\"}}", Json.write(CreateWorldVocabulary.builder().paths(Map.of("lists", "teams")).build()));
  }

  private static int signUp(MaildoubleWorld world) {
    return world.post(LIST + "/members", Map.of("email_address", "lena@acme.test", "status", "subscribed")).status();
  }
}
