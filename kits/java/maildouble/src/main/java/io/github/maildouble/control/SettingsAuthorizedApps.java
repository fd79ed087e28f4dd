// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Authorized applications
 *
 * @param link Whether {@code POST /authorized-apps} exists, which the service removed in January 2021. One of {@code on}, {@code off}
 */
public record SettingsAuthorizedApps(
    @JsonProperty("link") String link) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsAuthorizedApps}. */
  public static final class Builder {
    private String link;

    private Builder() {}

    /** Whether {@code POST /authorized-apps} exists, which the service removed in January 2021. One of {@code on}, {@code off} */
    public Builder link(String link) {
      this.link = link;
      return this;
    }

    /** Returns the record. */
    public SettingsAuthorizedApps build() {
      return new SettingsAuthorizedApps(link);
    }
  }
}
