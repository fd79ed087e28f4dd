// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary
 *
 * @param operation The operationId, or a list of them: {@code createBatch}, {@code issueToken}
 * @param method The method of the operation: HEAD counts as GET, and {@code X-HTTP-Method-Override} is applied. One of {@code GET}, {@code POST}, {@code PUT}, {@code PATCH}, {@code DELETE}, {@code HEAD}, {@code OPTIONS}
 * @param path A glob of the path below {@code /3.0}, or for pages and the sign-in below the base URL of the world ({@code /oauth2/token}): {@code *} stands for any characters of one segment, {@code **} for any number of segments. Both sides are percent-decoded and compared segment by segment
 * @param headers Headers with exactly these values; names are case-insensitive. Operations of batches have none
 * @param query Query parameters with exactly these values, decoded; the last value of a repeated parameter counts
 * @param body JSON pointers into the body, and the values expected there, compared deeply. The members of a form are its fields, and their values are strings
 * @param via How the call arrived: directly or as an operation of a batch. One of {@code http}, {@code batch}
 * @param status The status of the answer, such as 404, or its class, such as 4xx; {@code none} for calls without an answer
 */
public record RequestMatch(
    @JsonProperty("operation") List<String> operation,
    @JsonProperty("method") String method,
    @JsonProperty("path") String path,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("query") Map<String, Object> query,
    @JsonProperty("body") Map<String, Object> body,
    @JsonProperty("via") String via,
    @JsonProperty("status") Object status) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link RequestMatch}. */
  public static final class Builder {
    private List<String> operation;
    private String method;
    private String path;
    private Map<String, String> headers;
    private Map<String, Object> query;
    private Map<String, Object> body;
    private String via;
    private Object status;

    private Builder() {}

    /** The operationId, or a list of them: {@code createBatch}, {@code issueToken} */
    public Builder operation(String... operation) {
      this.operation = List.of(operation);
      return this;
    }

    /** The method of the operation: HEAD counts as GET, and {@code X-HTTP-Method-Override} is applied. One of {@code GET}, {@code POST}, {@code PUT}, {@code PATCH}, {@code DELETE}, {@code HEAD}, {@code OPTIONS} */
    public Builder method(String method) {
      this.method = method;
      return this;
    }

    /** A glob of the path below {@code /3.0}, or for pages and the sign-in below the base URL of the world ({@code /oauth2/token}): {@code *} stands for any characters of one segment, {@code **} for any number of segments. Both sides are percent-decoded and compared segment by segment */
    public Builder path(String path) {
      this.path = path;
      return this;
    }

    /** Headers with exactly these values; names are case-insensitive. Operations of batches have none */
    public Builder headers(Map<String, String> headers) {
      this.headers = headers;
      return this;
    }

    /** Query parameters with exactly these values, decoded; the last value of a repeated parameter counts */
    public Builder query(Map<String, Object> query) {
      this.query = query;
      return this;
    }

    /** JSON pointers into the body, and the values expected there, compared deeply. The members of a form are its fields, and their values are strings */
    public Builder body(Map<String, Object> body) {
      this.body = body;
      return this;
    }

    /** How the call arrived: directly or as an operation of a batch. One of {@code http}, {@code batch} */
    public Builder via(String via) {
      this.via = via;
      return this;
    }

    /** The status of the answer, such as 404, or its class, such as 4xx; {@code none} for calls without an answer */
    public Builder status(Object status) {
      this.status = status;
      return this;
    }

    /** Returns the record. */
    public RequestMatch build() {
      return new RequestMatch(operation, method, path, headers, query, body, via, status);
    }
  }
}
