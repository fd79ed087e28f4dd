// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Addresses that cannot be added to lists, as the service refuses some
 *
 * @param looksFake Addresses, or local parts such as {@code test}, that are refused with the phrase {@code looks fake or invalid}
 * @param manyLists Addresses, or local parts, that are refused with the phrase {@code signed up to a lot of lists very recently}
 */
public record SettingsRefusedAddresses(
    @JsonProperty("looks_fake") List<String> looksFake,
    @JsonProperty("many_lists") List<String> manyLists) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SettingsRefusedAddresses}. */
  public static final class Builder {
    private List<String> looksFake;
    private List<String> manyLists;

    private Builder() {}

    /** Addresses, or local parts such as {@code test}, that are refused with the phrase {@code looks fake or invalid} */
    public Builder looksFake(List<String> looksFake) {
      this.looksFake = looksFake;
      return this;
    }

    /** Addresses, or local parts, that are refused with the phrase {@code signed up to a lot of lists very recently} */
    public Builder manyLists(List<String> manyLists) {
      this.manyLists = manyLists;
      return this;
    }

    /** Returns the record. */
    public SettingsRefusedAddresses build() {
      return new SettingsRefusedAddresses(looksFake, manyLists);
    }
  }
}
