// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * When emails may go out; default: always
 *
 * @param days The days of the week; default: all
 * @param hours At any hour, between two hours, or at one hour; {@code automation} if each email has its own. One of {@code send_asap}, {@code send_between}, {@code send_at}, {@code automation}
 * @param at With {@code send_at}: the hour, in the time zone of the account
 * @param from With {@code send_between}: the first hour
 * @param until With {@code send_between}: the hour before which emails go out
 */
public record WorkflowPlanRuntime(
    @JsonProperty("days") List<String> days,
    @JsonProperty("hours") String hours,
    @JsonProperty("at") Integer at,
    @JsonProperty("from") Integer from,
    @JsonProperty("until") Integer until) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link WorkflowPlanRuntime}. */
  public static final class Builder {
    private List<String> days;
    private String hours;
    private Integer at;
    private Integer from;
    private Integer until;

    private Builder() {}

    /** The days of the week; default: all */
    public Builder days(List<String> days) {
      this.days = days;
      return this;
    }

    /** At any hour, between two hours, or at one hour; {@code automation} if each email has its own. One of {@code send_asap}, {@code send_between}, {@code send_at}, {@code automation} */
    public Builder hours(String hours) {
      this.hours = hours;
      return this;
    }

    /** With {@code send_at}: the hour, in the time zone of the account */
    public Builder at(Integer at) {
      this.at = at;
      return this;
    }

    /** With {@code send_between}: the first hour */
    public Builder from(Integer from) {
      this.from = from;
      return this;
    }

    /** With {@code send_between}: the hour before which emails go out */
    public Builder until(Integer until) {
      this.until = until;
      return this;
    }

    /** Returns the record. */
    public WorkflowPlanRuntime build() {
      return new WorkflowPlanRuntime(days, hours, at, from, until);
    }
  }
}
