// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Batch operations
 *
 * @param phase How long each phase takes, ISO 8601 or milliseconds
 * @param phases How long single phases take instead of {@code phase}; for {@code started}, the time until the first operation runs, instead of {@code operation}
 * @param operation How long each operation takes, ISO 8601 or milliseconds
 * @param urlLifetime How long a download URL of results is valid, ISO 8601 or milliseconds
 * @param page Page size of a GET operation that has no {@code count}
 * @param deleteOperations Whether DELETE is allowed as the method of an operation. One of {@code on}, {@code off}
 */
public record SettingsBatch(
    @JsonProperty("phase") Object phase,
    @JsonProperty("phases") SettingsBatchPhases phases,
    @JsonProperty("operation") Object operation,
    @JsonProperty("url_lifetime") Object urlLifetime,
    @JsonProperty("page") Integer page,
    @JsonProperty("delete_operations") String deleteOperations) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsBatch}. */
  public static final class Builder {
    private Object phase;
    private SettingsBatchPhases phases;
    private Object operation;
    private Object urlLifetime;
    private Integer page;
    private String deleteOperations;

    private Builder() {}

    /** How long each phase takes, ISO 8601 or milliseconds */
    public Builder phase(String phase) {
      this.phase = phase;
      return this;
    }

    /** How long each phase takes, ISO 8601 or milliseconds */
    public Builder phase(Duration phase) {
      this.phase = phase.toString();
      return this;
    }

    /** How long single phases take instead of {@code phase}; for {@code started}, the time until the first operation runs, instead of {@code operation} */
    public Builder phases(SettingsBatchPhases phases) {
      this.phases = phases;
      return this;
    }

    /** How long single phases take instead of {@code phase}; for {@code started}, the time until the first operation runs, instead of {@code operation} */
    public Builder phases(Consumer<SettingsBatchPhases.Builder> phases) {
      var builder = SettingsBatchPhases.builder();
      phases.accept(builder);
      this.phases = builder.build();
      return this;
    }

    /** How long each operation takes, ISO 8601 or milliseconds */
    public Builder operation(String operation) {
      this.operation = operation;
      return this;
    }

    /** How long each operation takes, ISO 8601 or milliseconds */
    public Builder operation(Duration operation) {
      this.operation = operation.toString();
      return this;
    }

    /** How long a download URL of results is valid, ISO 8601 or milliseconds */
    public Builder urlLifetime(String urlLifetime) {
      this.urlLifetime = urlLifetime;
      return this;
    }

    /** How long a download URL of results is valid, ISO 8601 or milliseconds */
    public Builder urlLifetime(Duration urlLifetime) {
      this.urlLifetime = urlLifetime.toString();
      return this;
    }

    /** Page size of a GET operation that has no {@code count} */
    public Builder page(Integer page) {
      this.page = page;
      return this;
    }

    /** Whether DELETE is allowed as the method of an operation. One of {@code on}, {@code off} */
    public Builder deleteOperations(String deleteOperations) {
      this.deleteOperations = deleteOperations;
      return this;
    }

    /** Returns the record. */
    public SettingsBatch build() {
      return new SettingsBatch(phase, phases, operation, urlLifetime, page, deleteOperations);
    }
  }
}
