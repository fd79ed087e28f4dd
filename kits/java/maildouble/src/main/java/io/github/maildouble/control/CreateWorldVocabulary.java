// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * The setting of the same name: the words of a deployment that differ from the words of the reference. {@code settings} must not have it then
 *
 * @param paths Fixed segments of paths
 * @param keys Names of members and query parameters
 * @param values Values, by the key that holds them
 * @param headers Names of headers
 * @param userAgent User agent of webhooks, in ASCII
 */
public record CreateWorldVocabulary(
    @JsonProperty("paths") Map<String, String> paths,
    @JsonProperty("keys") Map<String, String> keys,
    @JsonProperty("values") Map<String, Map<String, String>> values,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("user_agent") String userAgent) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateWorldVocabulary}. */
  public static final class Builder {
    private Map<String, String> paths;
    private Map<String, String> keys;
    private Map<String, Map<String, String>> values;
    private Map<String, String> headers;
    private String userAgent;

    private Builder() {}

    /** Fixed segments of paths */
    public Builder paths(Map<String, String> paths) {
      this.paths = paths;
      return this;
    }

    /** Names of members and query parameters */
    public Builder keys(Map<String, String> keys) {
      this.keys = keys;
      return this;
    }

    /** Values, by the key that holds them */
    public Builder values(Map<String, Map<String, String>> values) {
      this.values = values;
      return this;
    }

    /** Names of headers */
    public Builder headers(Map<String, String> headers) {
      this.headers = headers;
      return this;
    }

    /** User agent of webhooks, in ASCII */
    public Builder userAgent(String userAgent) {
      this.userAgent = userAgent;
      return this;
    }

    /** Returns the record. */
    public CreateWorldVocabulary build() {
      return new CreateWorldVocabulary(paths, keys, values, headers, userAgent);
    }
  }
}
