// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;

/**
 * Reads that lag behind, as those of the service do for minutes. Writes, and reads of single things, are always current
 *
 * @param lag How far reads lag behind the time of the world, ISO 8601 or milliseconds, at most P7D; 0 for not at all. A world keeps up to 2,000 earlier states for that, which share all that did not change; they begin when the setting is made or the process starts, and a fork begins without any
 * @param reads Which reads lag behind: collections, the search for members, segments with their members, and reports. Operations of batches never do
 */
public record SettingsStaleness(
    @JsonProperty("lag") Object lag,
    @JsonProperty("reads") List<String> reads) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsStaleness}. */
  public static final class Builder {
    private Object lag;
    private List<String> reads;

    private Builder() {}

    /** How far reads lag behind the time of the world, ISO 8601 or milliseconds, at most P7D; 0 for not at all. A world keeps up to 2,000 earlier states for that, which share all that did not change; they begin when the setting is made or the process starts, and a fork begins without any */
    public Builder lag(String lag) {
      this.lag = lag;
      return this;
    }

    /** How far reads lag behind the time of the world, ISO 8601 or milliseconds, at most P7D; 0 for not at all. A world keeps up to 2,000 earlier states for that, which share all that did not change; they begin when the setting is made or the process starts, and a fork begins without any */
    public Builder lag(Duration lag) {
      this.lag = lag.toString();
      return this;
    }

    /** Which reads lag behind: collections, the search for members, segments with their members, and reports. Operations of batches never do */
    public Builder reads(List<String> reads) {
      this.reads = reads;
      return this;
    }

    /** Returns the record. */
    public SettingsStaleness build() {
      return new SettingsStaleness(lag, reads);
    }
  }
}
