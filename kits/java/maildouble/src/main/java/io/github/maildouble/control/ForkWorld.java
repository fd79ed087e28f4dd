// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * The id, the key and the settings of the new world. All are optional.
 *
 * @param id Lower-case letters, digits and hyphens, at most 63
 * @param apiKey Letters and digits, a hyphen, and a datacenter such as dc1
 * @param settings Settings that differ from the settings of the original. A reset keeps them
 */
public record ForkWorld(
    @JsonProperty("id") String id,
    @JsonProperty("api_key") String apiKey,
    @JsonProperty("settings") Settings settings) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link ForkWorld}. */
  public static final class Builder {
    private String id;
    private String apiKey;
    private Settings settings;

    private Builder() {}

    /** Lower-case letters, digits and hyphens, at most 63 */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** Letters and digits, a hyphen, and a datacenter such as dc1 */
    public Builder apiKey(String apiKey) {
      this.apiKey = apiKey;
      return this;
    }

    /** Settings that differ from the settings of the original. A reset keeps them */
    public Builder settings(Settings settings) {
      this.settings = settings;
      return this;
    }

    /** Settings that differ from the settings of the original. A reset keeps them */
    public Builder settings(Consumer<Settings.Builder> settings) {
      var builder = Settings.builder();
      settings.accept(builder);
      this.settings = builder.build();
      return this;
    }

    /** Returns the record. */
    public ForkWorld build() {
      return new ForkWorld(id, apiKey, settings);
    }
  }
}
