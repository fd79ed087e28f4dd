// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An outage is over. Its faults are deleted, and the batches that they hold go on.
 *
 * @param outage a name of lower-case letters, digits and hyphens, at most 63
 */
public record OutageEnd(
    @JsonProperty("outage") String outage) {
  /** Always {@code outage.end}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "outage.end";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OutageEnd}. */
  public static final class Builder {
    private String outage;

    private Builder() {}

    /** a name of lower-case letters, digits and hyphens, at most 63 */
    public Builder outage(String outage) {
      this.outage = outage;
      return this;
    }

    /** Returns the record. */
    public OutageEnd build() {
      return new OutageEnd(outage);
    }
  }
}
