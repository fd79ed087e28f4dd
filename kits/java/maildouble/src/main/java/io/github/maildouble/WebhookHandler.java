package io.github.maildouble;

import java.util.Map;

/** An application that answers webhooks. */
@FunctionalInterface
public interface WebhookHandler {
  /**
   * Answers a webhook with a status. An exception breaks the connection, so that the webhook is sent again later.
   *
   * @param headers by their names in lower case
   * @param body the form as it was sent
   */
  int handle(String path, Map<String, String> headers, String body);
}
