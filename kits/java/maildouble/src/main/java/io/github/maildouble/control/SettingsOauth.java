// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * Sign-in of applications
 *
 * @param approve {@code page}: a person approves on a page; {@code at_once}: the configured user approves automatically. One of {@code page}, {@code at_once}
 * @param codeLifetime How long an authorization code is valid, ISO 8601 or milliseconds
 * @param tokenShape The format of the token answer: that of the service's reference, or that of RFC 6749, which some client libraries require. One of {@code strict}, {@code rfc6749}
 */
public record SettingsOauth(
    @JsonProperty("approve") String approve,
    @JsonProperty("code_lifetime") Object codeLifetime,
    @JsonProperty("token_shape") String tokenShape) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsOauth}. */
  public static final class Builder {
    private String approve;
    private Object codeLifetime;
    private String tokenShape;

    private Builder() {}

    /** {@code page}: a person approves on a page; {@code at_once}: the configured user approves automatically. One of {@code page}, {@code at_once} */
    public Builder approve(String approve) {
      this.approve = approve;
      return this;
    }

    /** How long an authorization code is valid, ISO 8601 or milliseconds */
    public Builder codeLifetime(String codeLifetime) {
      this.codeLifetime = codeLifetime;
      return this;
    }

    /** How long an authorization code is valid, ISO 8601 or milliseconds */
    public Builder codeLifetime(Duration codeLifetime) {
      this.codeLifetime = codeLifetime.toString();
      return this;
    }

    /** The format of the token answer: that of the service's reference, or that of RFC 6749, which some client libraries require. One of {@code strict}, {@code rfc6749} */
    public Builder tokenShape(String tokenShape) {
      this.tokenShape = tokenShape;
      return this;
    }

    /** Returns the record. */
    public SettingsOauth build() {
      return new SettingsOauth(approve, codeLifetime, tokenShape);
    }
  }
}
