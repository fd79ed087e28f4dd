// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * An email of an automation.
 *
 * @param id ten hexadecimal digits in lower case: the id, if it should not be generated
 * @param subjectLine The subject; a draft may have an empty one
 * @param title The title; default: the subject
 * @param previewText Text that email clients show next to the subject
 * @param fromName Name of the sender; default: the name in the automation
 * @param replyTo Address of the sender; default: the address in the automation
 * @param html The content as HTML
 * @param text The content as plain text; default: made from the HTML
 * @param segment Name of the segment of the list that a member must be in; default: the whole list
 * @param status Its state; default: {@code save}. Emails have the same state unless they say otherwise. One of {@code save}, {@code paused}, {@code sending}
 * @param delay When it goes out. By default the first email goes out at once, and each other one a day after the one before
 */
public record WorkflowPlanEmail(
    @JsonProperty("id") String id,
    @JsonProperty("subject_line") String subjectLine,
    @JsonProperty("title") String title,
    @JsonProperty("preview_text") String previewText,
    @JsonProperty("from_name") String fromName,
    @JsonProperty("reply_to") String replyTo,
    @JsonProperty("html") String html,
    @JsonProperty("text") String text,
    @JsonProperty("segment") String segment,
    @JsonProperty("status") String status,
    @JsonProperty("delay") WorkflowPlanDelay delay) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link WorkflowPlanEmail}. */
  public static final class Builder {
    private String id;
    private String subjectLine;
    private String title;
    private String previewText;
    private String fromName;
    private String replyTo;
    private String html;
    private String text;
    private String segment;
    private String status;
    private WorkflowPlanDelay delay;

    private Builder() {}

    /** ten hexadecimal digits in lower case: the id, if it should not be generated */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The subject; a draft may have an empty one */
    public Builder subjectLine(String subjectLine) {
      this.subjectLine = subjectLine;
      return this;
    }

    /** The title; default: the subject */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** Text that email clients show next to the subject */
    public Builder previewText(String previewText) {
      this.previewText = previewText;
      return this;
    }

    /** Name of the sender; default: the name in the automation */
    public Builder fromName(String fromName) {
      this.fromName = fromName;
      return this;
    }

    /** Address of the sender; default: the address in the automation */
    public Builder replyTo(String replyTo) {
      this.replyTo = replyTo;
      return this;
    }

    /** The content as HTML */
    public Builder html(String html) {
      this.html = html;
      return this;
    }

    /** The content as plain text; default: made from the HTML */
    public Builder text(String text) {
      this.text = text;
      return this;
    }

    /** Name of the segment of the list that a member must be in; default: the whole list */
    public Builder segment(String segment) {
      this.segment = segment;
      return this;
    }

    /** Its state; default: {@code save}. Emails have the same state unless they say otherwise. One of {@code save}, {@code paused}, {@code sending} */
    public Builder status(String status) {
      this.status = status;
      return this;
    }

    /** When it goes out. By default the first email goes out at once, and each other one a day after the one before */
    public Builder delay(WorkflowPlanDelay delay) {
      this.delay = delay;
      return this;
    }

    /** When it goes out. By default the first email goes out at once, and each other one a day after the one before */
    public Builder delay(Consumer<WorkflowPlanDelay.Builder> delay) {
      var builder = WorkflowPlanDelay.builder();
      delay.accept(builder);
      this.delay = builder.build();
      return this;
    }

    /** Returns the record. */
    public WorkflowPlanEmail build() {
      return new WorkflowPlanEmail(id, subjectLine, title, previewText, fromName, replyTo, html, text, segment, status, delay);
    }
  }
}
