// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * The options of a new world. All are optional.
 *
 * @param id Lower-case letters, digits and hyphens, at most 63
 * @param scenario Name of the scenario; default {@code starter}
 * @param scenarioInline The scenario itself instead of a name: an object, or a text in YAML. It is the same as a file in the folder of {@code --scenario-dir}, and may extend the scenarios that {@code GET /scenarios} lists. A reset, a fork and a restart keep it
 * @param seed Seed for ids and randomness; defaults to the scenario's own. An integer is the same seed as its digits as a string
 * @param now The time at which the world starts, ISO 8601, from 1971 to the end of 9998
 * @param clock How time passes from now on.
 * @param apiKey Letters and digits, a hyphen, and a datacenter such as dc1
 * @param credentials {@code any}: unknown keys are accepted as keys of this world; {@code known}: only keys that a world issued. One of {@code any}, {@code known}
 * @param oauth The registered application
 * @param settings Timings, limits and switches of a world. The {@code settings} of a scenario use the same names; the environment variable of a setting is {@code MAILDOUBLE_} followed by its name in capitals. A setting of a group can also be named with a dot: {@code batch.phase}.
 * @param outage The outage of the scenario in which the world starts; a reset restores it
 * @param vocabulary The setting of the same name: the words of a deployment that differ from the words of the reference. {@code settings} must not have it then
 * @param bundle The initial state of a world and the steps that were applied to it. Written by {@code GET .../bundle}, not by hand.
 */
public record CreateWorld(
    @JsonProperty("id") String id,
    @JsonProperty("scenario") String scenario,
    @JsonProperty("scenario_inline") Object scenarioInline,
    @JsonProperty("seed") Object seed,
    @JsonProperty("now") String now,
    @JsonProperty("clock") UpdateClock clock,
    @JsonProperty("api_key") String apiKey,
    @JsonProperty("credentials") String credentials,
    @JsonProperty("oauth") CreateWorldOauth oauth,
    @JsonProperty("settings") Settings settings,
    @JsonProperty("outage") String outage,
    @JsonProperty("vocabulary") CreateWorldVocabulary vocabulary,
    @JsonProperty("bundle") Object bundle) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link CreateWorld}. */
  public static final class Builder {
    private String id;
    private String scenario;
    private Object scenarioInline;
    private Object seed;
    private String now;
    private UpdateClock clock;
    private String apiKey;
    private String credentials;
    private CreateWorldOauth oauth;
    private Settings settings;
    private String outage;
    private CreateWorldVocabulary vocabulary;
    private Object bundle;

    private Builder() {}

    /** Lower-case letters, digits and hyphens, at most 63 */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** Name of the scenario; default {@code starter} */
    public Builder scenario(String scenario) {
      this.scenario = scenario;
      return this;
    }

    /** The scenario itself instead of a name: an object, or a text in YAML. It is the same as a file in the folder of {@code --scenario-dir}, and may extend the scenarios that {@code GET /scenarios} lists. A reset, a fork and a restart keep it */
    public Builder scenarioInline(Object scenarioInline) {
      this.scenarioInline = scenarioInline;
      return this;
    }

    /** Seed for ids and randomness; defaults to the scenario's own. An integer is the same seed as its digits as a string */
    public Builder seed(Object seed) {
      this.seed = seed;
      return this;
    }

    /** The time at which the world starts, ISO 8601, from 1971 to the end of 9998 */
    public Builder now(String now) {
      this.now = now;
      return this;
    }

    /** How time passes from now on. */
    public Builder clock(UpdateClock clock) {
      this.clock = clock;
      return this;
    }

    /** How time passes from now on. */
    public Builder clock(Consumer<UpdateClock.Builder> clock) {
      var builder = UpdateClock.builder();
      clock.accept(builder);
      this.clock = builder.build();
      return this;
    }

    /** Letters and digits, a hyphen, and a datacenter such as dc1 */
    public Builder apiKey(String apiKey) {
      this.apiKey = apiKey;
      return this;
    }

    /** {@code any}: unknown keys are accepted as keys of this world; {@code known}: only keys that a world issued. One of {@code any}, {@code known} */
    public Builder credentials(String credentials) {
      this.credentials = credentials;
      return this;
    }

    /** The registered application */
    public Builder oauth(CreateWorldOauth oauth) {
      this.oauth = oauth;
      return this;
    }

    /** The registered application */
    public Builder oauth(Consumer<CreateWorldOauth.Builder> oauth) {
      var builder = CreateWorldOauth.builder();
      oauth.accept(builder);
      this.oauth = builder.build();
      return this;
    }

    /** Timings, limits and switches of a world. The {@code settings} of a scenario use the same names; the environment variable of a setting is {@code MAILDOUBLE_} followed by its name in capitals. A setting of a group can also be named with a dot: {@code batch.phase}. */
    public Builder settings(Settings settings) {
      this.settings = settings;
      return this;
    }

    /** Timings, limits and switches of a world. The {@code settings} of a scenario use the same names; the environment variable of a setting is {@code MAILDOUBLE_} followed by its name in capitals. A setting of a group can also be named with a dot: {@code batch.phase}. */
    public Builder settings(Consumer<Settings.Builder> settings) {
      var builder = Settings.builder();
      settings.accept(builder);
      this.settings = builder.build();
      return this;
    }

    /** The outage of the scenario in which the world starts; a reset restores it */
    public Builder outage(String outage) {
      this.outage = outage;
      return this;
    }

    /** The setting of the same name: the words of a deployment that differ from the words of the reference. {@code settings} must not have it then */
    public Builder vocabulary(CreateWorldVocabulary vocabulary) {
      this.vocabulary = vocabulary;
      return this;
    }

    /** The setting of the same name: the words of a deployment that differ from the words of the reference. {@code settings} must not have it then */
    public Builder vocabulary(Consumer<CreateWorldVocabulary.Builder> vocabulary) {
      var builder = CreateWorldVocabulary.builder();
      vocabulary.accept(builder);
      this.vocabulary = builder.build();
      return this;
    }

    /** The initial state of a world and the steps that were applied to it. Written by {@code GET .../bundle}, not by hand. */
    public Builder bundle(Object bundle) {
      this.bundle = bundle;
      return this;
    }

    /** Returns the record. */
    public CreateWorld build() {
      return new CreateWorld(id, scenario, scenarioInline, seed, now, clock, apiKey, credentials, oauth, settings, outage, vocabulary, bundle);
    }
  }
}
