// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A sending domain is authenticated.
 *
 * @param domain A domain of the account
 */
public record DomainAuthenticate(
    @JsonProperty("domain") String domain) {
  /** Always {@code domain.authenticate}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "domain.authenticate";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link DomainAuthenticate}. */
  public static final class Builder {
    private String domain;

    private Builder() {}

    /** A domain of the account */
    public Builder domain(String domain) {
      this.domain = domain;
      return this;
    }

    /** Returns the record. */
    public DomainAuthenticate build() {
      return new DomainAuthenticate(domain);
    }
  }
}
