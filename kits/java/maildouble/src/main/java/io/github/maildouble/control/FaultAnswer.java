// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * An answer that the service itself never gives, such as the HTML page of a firewall in front of it. The service is not called, so nothing changes there. With {@code preset} it is a known answer of the edge, and the other members override its own; without, {@code status} is required. It has no {@code X-Request-Id}. Operations of batches never pass the edge.
 *
 * @param preset The name of an answer of the edge: EdgeBlocked
 * @param status The status of the answer. After a status below 200, clients wait for another answer, which never comes: the connection is closed after 120 seconds
 * @param body The body: {@code none}, {@code service} for the body that the service would have answered, the name of an answer of the edge for its page, or an object with {@code text} or {@code base64}; by default that of the preset, or none
 * @param after Real time until it answers, ISO 8601 or milliseconds, at most ten minutes; by default that of the preset, or none
 */
public record FaultAnswer(
    @JsonProperty("preset") String preset,
    @JsonProperty("status") Integer status,
    @JsonProperty("body") Object body,
    @JsonProperty("after") Object after) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultAnswer}. */
  public static final class Builder {
    private String preset;
    private Integer status;
    private Object body;
    private Object after;

    private Builder() {}

    /** The name of an answer of the edge: EdgeBlocked */
    public Builder preset(String preset) {
      this.preset = preset;
      return this;
    }

    /** The status of the answer. After a status below 200, clients wait for another answer, which never comes: the connection is closed after 120 seconds */
    public Builder status(Integer status) {
      this.status = status;
      return this;
    }

    /** The body: {@code none}, {@code service} for the body that the service would have answered, the name of an answer of the edge for its page, or an object with {@code text} or {@code base64}; by default that of the preset, or none */
    public Builder body(Object body) {
      this.body = body;
      return this;
    }

    /** Real time until it answers, ISO 8601 or milliseconds, at most ten minutes; by default that of the preset, or none */
    public Builder after(String after) {
      this.after = after;
      return this;
    }

    /** Real time until it answers, ISO 8601 or milliseconds, at most ten minutes; by default that of the preset, or none */
    public Builder after(Duration after) {
      this.after = after.toString();
      return this;
    }

    /** Returns the record. */
    public FaultAnswer build() {
      return new FaultAnswer(preset, status, body, after);
    }
  }
}
