// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * FaultProblemErrorsItem
 *
 * @param field The field
 * @param message What is wrong with it
 */
public record FaultProblemErrorsItem(
    @JsonProperty("field") String field,
    @JsonProperty("message") String message) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultProblemErrorsItem}. */
  public static final class Builder {
    private String field;
    private String message;

    private Builder() {}

    /** The field */
    public Builder field(String field) {
      this.field = field;
      return this;
    }

    /** What is wrong with it */
    public Builder message(String message) {
      this.message = message;
      return this;
    }

    /** Returns the record. */
    public FaultProblemErrorsItem build() {
      return new FaultProblemErrorsItem(field, message);
    }
  }
}
