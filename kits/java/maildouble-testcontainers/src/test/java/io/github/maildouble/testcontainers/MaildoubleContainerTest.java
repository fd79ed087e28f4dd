package io.github.maildouble.testcontainers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What can be tested without a container engine. */
class MaildoubleContainerTest {
  @Test
  void aContainerHasTheAddressThatItsAnswersContain() {
    try (var container = new MaildoubleContainer("maildouble")) {
      assertEquals(container.url(), container.getEnvMap().get("MAILDOUBLE_PUBLIC_URL"));
      var port = container.url().substring(container.url().lastIndexOf(':') + 1);
      assertTrue(container.getPortBindings().get(0).startsWith(port + ":4030"), container.getPortBindings().toString());
    }
  }

  @Test
  void theClientOfAContainerHasItsToken() {
    try (var container = new MaildoubleContainer("maildouble")) {
      assertEquals(container.getEnvMap().get("MAILDOUBLE_CONTROL_TOKEN"), container.client().token());
      assertEquals(container.url(), container.client().url());
    }
  }

  @Test
  void scenariosAreReadFromAFolder() {
    try (var container = new MaildoubleContainer("maildouble").withScenarioDir("src")) {
      assertEquals("/scenarios", container.getEnvMap().get("MAILDOUBLE_SCENARIO_DIR"));
    }
  }
}
