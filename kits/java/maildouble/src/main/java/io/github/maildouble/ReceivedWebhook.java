package io.github.maildouble;

import java.util.Map;

/**
 * A webhook that arrived.
 *
 * @param event its {@code type}, such as {@code unsubscribe}
 * @param form the decoded form, by the names of its fields: {@code type}, {@code fired_at}, {@code data[email]}
 * @param headers by their names in lower case
 * @param body the form as it was sent
 * @param status the status with which it was answered
 */
public record ReceivedWebhook(String event, Map<String, String> form, Map<String, String> headers, String body, int status) {
  /** A field of the data, such as {@code email} or {@code merges[FNAME]}; null if there is none. */
  public String data(String name) {
    var bracket = name.indexOf('[');
    return form.get(bracket < 0 ? "data[" + name + "]" : "data[" + name.substring(0, bracket) + "]" + name.substring(bracket));
  }
}
