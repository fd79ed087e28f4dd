// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * When it goes out. By default the first email goes out at once, and each other one a day after the one before
 *
 * @param amount Number of units; default 1
 * @param type The unit; {@code now} for no delay. One of {@code now}, {@code day}, {@code hour}, {@code week}
 * @param direction Whether it goes out before or after the action. One of {@code before}, {@code after}
 * @param action The action from which the delay counts. One of {@code previous_campaign_sent}, {@code previous_campaign_opened}, {@code previous_campaign_not_opened}, {@code previous_campaign_clicked_any}, {@code previous_campaign_not_clicked_any}, {@code previous_campaign_specific_clicked}, {@code ecomm_bought_any}, {@code ecomm_bought_product}, {@code ecomm_bought_category}, {@code ecomm_not_bought_any}, {@code ecomm_abandoned_cart}, {@code ecomm_abandoned_browse}, {@code campaign_sent}, {@code opened_email}, {@code not_opened_email}, {@code clicked_email}, {@code not_clicked_email}, {@code campaign_specific_clicked}, {@code manual}, {@code signup}, {@code merge_changed}, {@code group_add}, {@code group_remove}, {@code transactional_sent}, {@code transactional_opened}, {@code transactional_clicked}, {@code transactional_any}, {@code api}, {@code goal}, {@code annual}, {@code birthday}, {@code date}, {@code date_added}, {@code tag_add}
 */
public record WorkflowPlanDelay(
    @JsonProperty("amount") Integer amount,
    @JsonProperty("type") String type,
    @JsonProperty("direction") String direction,
    @JsonProperty("action") String action) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link WorkflowPlanDelay}. */
  public static final class Builder {
    private Integer amount;
    private String type;
    private String direction;
    private String action;

    private Builder() {}

    /** Number of units; default 1 */
    public Builder amount(Integer amount) {
      this.amount = amount;
      return this;
    }

    /** The unit; {@code now} for no delay. One of {@code now}, {@code day}, {@code hour}, {@code week} */
    public Builder type(String type) {
      this.type = type;
      return this;
    }

    /** Whether it goes out before or after the action. One of {@code before}, {@code after} */
    public Builder direction(String direction) {
      this.direction = direction;
      return this;
    }

    /** The action from which the delay counts. One of {@code previous_campaign_sent}, {@code previous_campaign_opened}, {@code previous_campaign_not_opened}, {@code previous_campaign_clicked_any}, {@code previous_campaign_not_clicked_any}, {@code previous_campaign_specific_clicked}, {@code ecomm_bought_any}, {@code ecomm_bought_product}, {@code ecomm_bought_category}, {@code ecomm_not_bought_any}, {@code ecomm_abandoned_cart}, {@code ecomm_abandoned_browse}, {@code campaign_sent}, {@code opened_email}, {@code not_opened_email}, {@code clicked_email}, {@code not_clicked_email}, {@code campaign_specific_clicked}, {@code manual}, {@code signup}, {@code merge_changed}, {@code group_add}, {@code group_remove}, {@code transactional_sent}, {@code transactional_opened}, {@code transactional_clicked}, {@code transactional_any}, {@code api}, {@code goal}, {@code annual}, {@code birthday}, {@code date}, {@code date_added}, {@code tag_add} */
    public Builder action(String action) {
      this.action = action;
      return this;
    }

    /** Returns the record. */
    public WorkflowPlanDelay build() {
      return new WorkflowPlanDelay(amount, type, direction, action);
    }
  }
}
