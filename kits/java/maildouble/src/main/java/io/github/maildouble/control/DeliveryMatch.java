// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Selects deliveries. Every member that is given must match; without members, all deliveries match.
 *
 * @param event The event, or a list of events. The GET that validates a new URL matches only if {@code validation} is named
 * @param url A glob of the whole URL, in which {@code *} stands for any characters, slashes included: {@code http://127.0.0.1:5000/*}
 * @param webhookId The webhook it is sent to
 * @param listId The list of the webhook; batch webhooks never match
 */
public record DeliveryMatch(
    @JsonProperty("event") List<String> event,
    @JsonProperty("url") String url,
    @JsonProperty("webhook_id") String webhookId,
    @JsonProperty("list_id") String listId) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link DeliveryMatch}. */
  public static final class Builder {
    private List<String> event;
    private String url;
    private String webhookId;
    private String listId;

    private Builder() {}

    /** The event, or a list of events. The GET that validates a new URL matches only if {@code validation} is named */
    public Builder event(String... event) {
      this.event = List.of(event);
      return this;
    }

    /** A glob of the whole URL, in which {@code *} stands for any characters, slashes included: {@code http://127.0.0.1:5000/*} */
    public Builder url(String url) {
      this.url = url;
      return this;
    }

    /** The webhook it is sent to */
    public Builder webhookId(String webhookId) {
      this.webhookId = webhookId;
      return this;
    }

    /** The list of the webhook; batch webhooks never match */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** Returns the record. */
    public DeliveryMatch build() {
      return new DeliveryMatch(event, url, webhookId, listId);
    }
  }
}
