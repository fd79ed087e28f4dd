package io.github.maildouble;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/**
 * An answer of the service, whether the call succeeded or not.
 *
 * @param bytes the body
 */
public record Answer(int status, HttpHeaders headers, byte[] bytes) {
  /** The body as text. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The body as JSON; a missing node if it is empty. */
  public JsonNode json() {
    return Json.read(text());
  }
}
