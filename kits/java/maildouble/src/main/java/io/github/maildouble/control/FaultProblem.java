// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A problem object. With {@code preset} it is the one of the catalogue, and the other members override its own; without, {@code status} and {@code title} are required.
 *
 * @param preset A key of the error catalogue, as in {@code X-Trigger-Error}: TooManyRequests
 * @param type The problem type; default: the type that the service sends
 * @param title A short summary
 * @param status The status of the answer and of the problem object
 * @param detail What went wrong; default: a text that names the fault
 * @param instance The {@code instance} of the problem; default: the {@code X-Request-Id} of the answer
 * @param errors The invalid fields; default: none
 */
public record FaultProblem(
    @JsonProperty("preset") String preset,
    @JsonProperty("type") String type,
    @JsonProperty("title") String title,
    @JsonProperty("status") Integer status,
    @JsonProperty("detail") String detail,
    @JsonProperty("instance") String instance,
    @JsonProperty("errors") List<FaultProblemErrorsItem> errors) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultProblem}. */
  public static final class Builder {
    private String preset;
    private String type;
    private String title;
    private Integer status;
    private String detail;
    private String instance;
    private List<FaultProblemErrorsItem> errors;

    private Builder() {}

    /** A key of the error catalogue, as in {@code X-Trigger-Error}: TooManyRequests */
    public Builder preset(String preset) {
      this.preset = preset;
      return this;
    }

    /** The problem type; default: the type that the service sends */
    public Builder type(String type) {
      this.type = type;
      return this;
    }

    /** A short summary */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** The status of the answer and of the problem object */
    public Builder status(Integer status) {
      this.status = status;
      return this;
    }

    /** What went wrong; default: a text that names the fault */
    public Builder detail(String detail) {
      this.detail = detail;
      return this;
    }

    /** The {@code instance} of the problem; default: the {@code X-Request-Id} of the answer */
    public Builder instance(String instance) {
      this.instance = instance;
      return this;
    }

    /** The invalid fields; default: none */
    public Builder errors(List<FaultProblemErrorsItem> errors) {
      this.errors = errors;
      return this;
    }

    /** Returns the record. */
    public FaultProblem build() {
      return new FaultProblem(preset, type, title, status, detail, instance, errors);
    }
  }
}
