// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A member of the list enters an automation, whatever its type is. The member must be subscribed and not have entered it before.
 *
 * @param workflowId The id of an automation
 * @param emailAddress The address of a member
 */
public record AutomationEnter(
    @JsonProperty("workflow_id") String workflowId,
    @JsonProperty("email_address") String emailAddress) {
  /** Always {@code automation.enter}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "automation.enter";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link AutomationEnter}. */
  public static final class Builder {
    private String workflowId;
    private String emailAddress;

    private Builder() {}

    /** The id of an automation */
    public Builder workflowId(String workflowId) {
      this.workflowId = workflowId;
      return this;
    }

    /** The address of a member */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** Returns the record. */
    public AutomationEnter build() {
      return new AutomationEnter(workflowId, emailAddress);
    }
  }
}
