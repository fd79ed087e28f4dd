package io.github.maildouble;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Calls the control API of one server, and the service's API of its worlds. The classes of this kit use it. */
public final class Transport {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

  private final String url;
  private final String token;

  Transport(String url, String token) {
    if (!url.matches("(?i)https?://.+")) {
      throw new MaildoubleException("\"" + url + "\" is not the address of a maildouble. Use one such as http://127.0.0.1:4030.");
    }
    this.url = url.replaceAll("/+$", "");
    this.token = token;
  }

  /** The address of the server. */
  public String url() {
    return url;
  }

  /** The token of the control API; null if it requires none. */
  public String token() {
    return token;
  }

  /** A segment of a path. */
  public static String segment(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Calls an operation of the control API, and reads its answer. */
  public <T> T call(String method, String path, Record query, Record body, TypeReference<T> type) {
    return Json.read(answered(method, path, query, body).text(), type);
  }

  /** Calls an operation of the control API that answers nothing. */
  public void run(String method, String path, Record query, Record body) {
    answered(method, path, query, body);
  }

  private Answer answered(String method, String path, Record query, Record body) {
    var request = HttpRequest.newBuilder(URI.create(url + "/_control" + path + searchOf(query)));
    if (token != null) request.header("authorization", "Bearer " + token);
    if (!method.equals("GET")) request.header("content-type", "application/json");
    var answer = send(request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body))).build());
    if (answer.status() < 300) return answer;
    var isProblem = answer.headers().firstValue("content-type").orElse("").contains("json") && answer.json().has("detail");
    if (isProblem) throw new RefusedException(method + " /_control" + path, answer.status(), answer.json());
    throw new MaildoubleException("What answers at " + url + " is not a maildouble: it answered " + answer.status() + ".");
  }

  /** Sends any request, without following redirects. */
  Answer send(HttpRequest request) {
    try {
      var response = HTTP.send(request, BodyHandlers.ofByteArray());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException error) {
      throw new MaildoubleException(request.method() + " " + request.uri() + " was not answered (" + error + ").", error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new MaildoubleException(request.method() + " " + request.uri() + " was interrupted.", error);
    }
  }

  private static String searchOf(Record query) {
    if (query == null) return "";
    var search = Json.MAPPER.convertValue(query, MEMBERS).entrySet().stream()
        .map(each -> each.getKey() + "=" + segment(textOf(each.getValue())))
        .collect(Collectors.joining("&"));
    return search.isEmpty() ? "" : "?" + search;
  }

  private static String textOf(Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).collect(Collectors.joining(",")) : String.valueOf(value);
  }
}
