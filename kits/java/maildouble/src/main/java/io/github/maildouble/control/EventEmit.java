// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * Sends an event that has not happened to the webhooks that are registered for this event, source and list. The event is sent in the format of the service, with {@code payload} as {@code data}.
 *
 * @param event A webhook event. One of {@code subscribe}, {@code unsubscribe}, {@code profile}, {@code upemail}, {@code cleaned}, {@code campaign}, {@code batch_operation_completed}
 * @param listId The list whose webhooks get the event; default: all lists
 * @param source The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api}
 * @param payload The content of {@code data}
 */
public record EventEmit(
    @JsonProperty("event") String event,
    @JsonProperty("list_id") String listId,
    @JsonProperty("source") String source,
    @JsonProperty("payload") Map<String, Object> payload) {
  /** Always {@code event.emit}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "event.emit";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link EventEmit}. */
  public static final class Builder {
    private String event;
    private String listId;
    private String source;
    private Map<String, Object> payload;

    private Builder() {}

    /** A webhook event. One of {@code subscribe}, {@code unsubscribe}, {@code profile}, {@code upemail}, {@code cleaned}, {@code campaign}, {@code batch_operation_completed} */
    public Builder event(String event) {
      this.event = event;
      return this;
    }

    /** The list whose webhooks get the event; default: all lists */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The actor; default: the contact (user). One of {@code user}, {@code admin}, {@code api} */
    public Builder source(String source) {
      this.source = source;
      return this;
    }

    /** The content of {@code data} */
    public Builder payload(Map<String, Object> payload) {
      this.payload = payload;
      return this;
    }

    /** Returns the record. */
    public EventEmit build() {
      return new EventEmit(event, listId, source, payload);
    }
  }
}
