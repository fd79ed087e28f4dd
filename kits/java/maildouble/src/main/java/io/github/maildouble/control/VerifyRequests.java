// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Which calls are expected, and how many.
 *
 * @param match Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary
 * @param count Expected number of calls; default: at least one.
 * @param within Longest real time to wait for the verdict, ISO 8601 or milliseconds; at most PT10M; default: no wait
 */
public record VerifyRequests(
    @JsonProperty("match") RequestMatch match,
    @JsonProperty("count") RequestCount count,
    @JsonProperty("within") Object within) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link VerifyRequests}. */
  public static final class Builder {
    private RequestMatch match;
    private RequestCount count;
    private Object within;

    private Builder() {}

    /** Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary */
    public Builder match(RequestMatch match) {
      this.match = match;
      return this;
    }

    /** Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary */
    public Builder match(Consumer<RequestMatch.Builder> match) {
      var builder = RequestMatch.builder();
      match.accept(builder);
      this.match = builder.build();
      return this;
    }

    /** Expected number of calls; default: at least one. */
    public Builder count(RequestCount count) {
      this.count = count;
      return this;
    }

    /** Expected number of calls; default: at least one. */
    public Builder count(Consumer<RequestCount.Builder> count) {
      var builder = RequestCount.builder();
      count.accept(builder);
      this.count = builder.build();
      return this;
    }

    /** Longest real time to wait for the verdict, ISO 8601 or milliseconds; at most PT10M; default: no wait */
    public Builder within(String within) {
      this.within = within;
      return this;
    }

    /** Longest real time to wait for the verdict, ISO 8601 or milliseconds; at most PT10M; default: no wait */
    public Builder within(Duration within) {
      this.within = within.toString();
      return this;
    }

    /** Returns the record. */
    public VerifyRequests build() {
      return new VerifyRequests(match, count, within);
    }
  }
}
