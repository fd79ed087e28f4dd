// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Files of the file manager
 *
 * @param maxBytes Maximum size of a file in bytes
 */
public record SettingsFiles(
    @JsonProperty("max_bytes") Integer maxBytes) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsFiles}. */
  public static final class Builder {
    private Integer maxBytes;

    private Builder() {}

    /** Maximum size of a file in bytes */
    public Builder maxBytes(Integer maxBytes) {
      this.maxBytes = maxBytes;
      return this;
    }

    /** Returns the record. */
    public SettingsFiles build() {
      return new SettingsFiles(maxBytes);
    }
  }
}
