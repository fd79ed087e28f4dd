// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The script of a connected site is installed.
 *
 * @param foreignId The id of a connected site
 */
public record SiteInstallScript(
    @JsonProperty("foreign_id") String foreignId) {
  /** Always {@code site.install_script}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "site.install_script";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SiteInstallScript}. */
  public static final class Builder {
    private String foreignId;

    private Builder() {}

    /** The id of a connected site */
    public Builder foreignId(String foreignId) {
      this.foreignId = foreignId;
      return this;
    }

    /** Returns the record. */
    public SiteInstallScript build() {
      return new SiteInstallScript(foreignId);
    }
  }
}
