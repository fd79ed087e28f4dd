// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The name of the new snapshot.
 *
 * @param name letters, digits, dots, hyphens and underscores, at most 63
 */
public record TakeSnapshot(
    @JsonProperty("name") String name) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TakeSnapshot}. */
  public static final class Builder {
    private String name;

    private Builder() {}

    /** letters, digits, dots, hyphens and underscores, at most 63 */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** Returns the record. */
    public TakeSnapshot build() {
      return new TakeSnapshot(name);
    }
  }
}
