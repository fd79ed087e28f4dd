// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An outage that the scenario names begins. Its faults are created; an outage that is active stays as it is.
 *
 * @param outage a name of lower-case letters, digits and hyphens, at most 63
 */
public record OutageStart(
    @JsonProperty("outage") String outage) {
  /** Always {@code outage.start}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "outage.start";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OutageStart}. */
  public static final class Builder {
    private String outage;

    private Builder() {}

    /** a name of lower-case letters, digits and hyphens, at most 63 */
    public Builder outage(String outage) {
      this.outage = outage;
      return this;
    }

    /** Returns the record. */
    public OutageStart build() {
      return new OutageStart(outage);
    }
  }
}
