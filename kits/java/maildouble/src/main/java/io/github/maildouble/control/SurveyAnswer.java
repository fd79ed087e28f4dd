// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * A visitor answers a published survey, as on its page. An address that is not on the list joins it: subscribed if the visitor ticks the box, on a double opt-in list pending, and otherwise transactional. The box also subscribes a transactional member.
 *
 * @param surveyId The id of a survey
 * @param emailAddress The address of the visitor; default: the answer to the question of the type {@code email}, if there is one
 * @param answers The answers by question, named by its id or its {@code query}. Options are named by label, value or id.
 * @param subscribe Whether the box to subscribe is ticked, default false
 * @param at When it was answered, between the publication of the survey and now; default: now
 */
public record SurveyAnswer(
    @JsonProperty("survey_id") String surveyId,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("answers") Map<String, Object> answers,
    @JsonProperty("subscribe") Boolean subscribe,
    @JsonProperty("at") String at) {
  /** Always {@code survey.answer}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "survey.answer";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link SurveyAnswer}. */
  public static final class Builder {
    private String surveyId;
    private String emailAddress;
    private Map<String, Object> answers;
    private Boolean subscribe;
    private String at;

    private Builder() {}

    /** The id of a survey */
    public Builder surveyId(String surveyId) {
      this.surveyId = surveyId;
      return this;
    }

    /** The address of the visitor; default: the answer to the question of the type {@code email}, if there is one */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** The answers by question, named by its id or its {@code query}. Options are named by label, value or id. */
    public Builder answers(Map<String, Object> answers) {
      this.answers = answers;
      return this;
    }

    /** Whether the box to subscribe is ticked, default false */
    public Builder subscribe(Boolean subscribe) {
      this.subscribe = subscribe;
      return this;
    }

    /** When it was answered, between the publication of the survey and now; default: now */
    public Builder at(String at) {
      this.at = at;
      return this;
    }

    /** Returns the record. */
    public SurveyAnswer build() {
      return new SurveyAnswer(surveyId, emailAddress, answers, subscribe, at);
    }
  }
}
