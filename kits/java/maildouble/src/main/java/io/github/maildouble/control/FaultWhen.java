// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Consumer;

/**
 * Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
 *
 * @param first The first N calls
 * @param nth Only the Nth call, counted from 1
 * @param every Every Nth call: 3 selects the third, the sixth and so on
 * @param after All calls after the first N
 * @param probability Each call with this probability, drawn from the seed of the world
 * @param times At most N calls in total
 * @param until Only calls before this instant of the world, ISO 8601
 * @param between Only calls in this window of the time of the world, from the first instant until before the second: ISO 8601 instants, or durations from now. An outage is over when the clock says so
 * @param daily Only calls in this window of each day of the world
 * @param ramp Each call with a probability that rises from 0 to this number until the middle of the window, and falls to 0 at its end, drawn from the seed of the world. Only with {@code between} or {@code daily}
 */
public record FaultWhen(
    @JsonProperty("first") Integer first,
    @JsonProperty("nth") Integer nth,
    @JsonProperty("every") Integer every,
    @JsonProperty("after") Integer after,
    @JsonProperty("probability") Double probability,
    @JsonProperty("times") Integer times,
    @JsonProperty("until") String until,
    @JsonProperty("between") List<Object> between,
    @JsonProperty("daily") FaultWhenDaily daily,
    @JsonProperty("ramp") Double ramp) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link FaultWhen}. */
  public static final class Builder {
    private Integer first;
    private Integer nth;
    private Integer every;
    private Integer after;
    private Double probability;
    private Integer times;
    private String until;
    private List<Object> between;
    private FaultWhenDaily daily;
    private Double ramp;

    private Builder() {}

    /** The first N calls */
    public Builder first(Integer first) {
      this.first = first;
      return this;
    }

    /** Only the Nth call, counted from 1 */
    public Builder nth(Integer nth) {
      this.nth = nth;
      return this;
    }

    /** Every Nth call: 3 selects the third, the sixth and so on */
    public Builder every(Integer every) {
      this.every = every;
      return this;
    }

    /** All calls after the first N */
    public Builder after(Integer after) {
      this.after = after;
      return this;
    }

    /** Each call with this probability, drawn from the seed of the world */
    public Builder probability(Double probability) {
      this.probability = probability;
      return this;
    }

    /** At most N calls in total */
    public Builder times(Integer times) {
      this.times = times;
      return this;
    }

    /** Only calls before this instant of the world, ISO 8601 */
    public Builder until(String until) {
      this.until = until;
      return this;
    }

    /** Only calls in this window of the time of the world, from the first instant until before the second: ISO 8601 instants, or durations from now. An outage is over when the clock says so */
    public Builder between(List<Object> between) {
      this.between = between;
      return this;
    }

    /** Only calls in this window of each day of the world */
    public Builder daily(FaultWhenDaily daily) {
      this.daily = daily;
      return this;
    }

    /** Only calls in this window of each day of the world */
    public Builder daily(Consumer<FaultWhenDaily.Builder> daily) {
      var builder = FaultWhenDaily.builder();
      daily.accept(builder);
      this.daily = builder.build();
      return this;
    }

    /** Each call with a probability that rises from 0 to this number until the middle of the window, and falls to 0 at its end, drawn from the seed of the world. Only with {@code between} or {@code daily} */
    public Builder ramp(Double ramp) {
      this.ramp = ramp;
      return this;
    }

    /** Returns the record. */
    public FaultWhen build() {
      return new FaultWhen(first, nth, every, after, probability, times, until, between, daily, ramp);
    }
  }
}
