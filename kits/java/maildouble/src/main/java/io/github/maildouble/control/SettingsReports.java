// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Reports of campaigns
 *
 * @param proxyExcluded Whether reports show their opens without mail proxies as well: {@code proxy_excluded_opens}, {@code proxy_excluded_unique_opens} and {@code proxy_excluded_open_rate}. One of {@code absent}, {@code shown}
 */
public record SettingsReports(
    @JsonProperty("proxy_excluded") String proxyExcluded) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsReports}. */
  public static final class Builder {
    private String proxyExcluded;

    private Builder() {}

    /** Whether reports show their opens without mail proxies as well: {@code proxy_excluded_opens}, {@code proxy_excluded_unique_opens} and {@code proxy_excluded_open_rate}. One of {@code absent}, {@code shown} */
    public Builder proxyExcluded(String proxyExcluded) {
      this.proxyExcluded = proxyExcluded;
      return this;
    }

    /** Returns the record. */
    public SettingsReports build() {
      return new SettingsReports(proxyExcluded);
    }
  }
}
