// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Consumer;

/**
 * A classic automation is made in the web application, with all of its emails. The API can create only workflows of the type {@code abandonedCart}; this trigger makes workflows of every type.
 *
 * @param listId The id of a list
 * @param workflowType The type of the workflow. One of {@code abandonedBrowse}, {@code abandonedCart}, {@code api}, {@code bestCustomers}, {@code categoryFollowup}, {@code dateAdded}, {@code emailFollowup}, {@code emailSeries}, {@code groupAdd}, {@code groupRemove}, {@code transactional}, {@code productFollowup}, {@code purchaseFollowup}, {@code recurringEvent}, {@code specialEvent}, {@code visitUrl}, {@code welcomeSeries}, {@code tagAdd}, {@code singleWelcome}
 * @param id ten hexadecimal digits in lower case: the id, if it should not be generated
 * @param webId The id in the web application, by which conditions of the type {@code Automation} name it; default: generated
 * @param title The title; default: the title of its type
 * @param fromName Name of the sender; default: the name in the list
 * @param replyTo Address of the sender; default: the address in the list
 * @param status Its state; default: {@code save}. Emails have the same state unless they say otherwise. One of {@code save}, {@code paused}, {@code sending}
 * @param tag With {@code tagAdd}: the tag; default: any
 * @param interest With {@code groupAdd} and {@code groupRemove}: the name or the id of the interest; default: any
 * @param dateField With {@code recurringEvent} and {@code specialEvent}: the merge tag of a date or a birthday
 * @param campaignId With {@code emailFollowup}: the campaign
 * @param storeId With types about carts, products and purchases: the store, one of the list; default: all stores of the list
 * @param productId With {@code productFollowup}: the product
 * @param category With {@code categoryFollowup}: the vendor of the products, in any case
 * @param firstOnly With {@code purchaseFollowup}: whether contacts enter only with their first order; default: no
 * @param orders With {@code bestCustomers}: the number of orders that a contact has at least; default: any
 * @param spent With {@code bestCustomers}: the amount that a contact has spent at least; default: any
 * @param imports With {@code welcomeSeries} and {@code singleWelcome}: whether members enter whom the API or an administrator subscribes; default: no
 * @param segment Name of the segment of the list that a member must be in; default: the whole list
 * @param runtime When emails may go out; default: always
 * @param emails The emails, in their order
 */
public record AutomationCreate(
    @JsonProperty("list_id") String listId,
    @JsonProperty("workflow_type") String workflowType,
    @JsonProperty("id") String id,
    @JsonProperty("web_id") Integer webId,
    @JsonProperty("title") String title,
    @JsonProperty("from_name") String fromName,
    @JsonProperty("reply_to") String replyTo,
    @JsonProperty("status") String status,
    @JsonProperty("tag") String tag,
    @JsonProperty("interest") String interest,
    @JsonProperty("date_field") String dateField,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("store_id") String storeId,
    @JsonProperty("product_id") String productId,
    @JsonProperty("category") String category,
    @JsonProperty("first_only") Boolean firstOnly,
    @JsonProperty("orders") Integer orders,
    @JsonProperty("spent") Double spent,
    @JsonProperty("imports") Boolean imports,
    @JsonProperty("segment") String segment,
    @JsonProperty("runtime") WorkflowPlanRuntime runtime,
    @JsonProperty("emails") List<WorkflowPlanEmail> emails) {
  /** Always {@code automation.create}. */
  @JsonProperty("trigger")
  public String trigger() {
    return "automation.create";
  }

  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link AutomationCreate}. */
  public static final class Builder {
    private String listId;
    private String workflowType;
    private String id;
    private Integer webId;
    private String title;
    private String fromName;
    private String replyTo;
    private String status;
    private String tag;
    private String interest;
    private String dateField;
    private String campaignId;
    private String storeId;
    private String productId;
    private String category;
    private Boolean firstOnly;
    private Integer orders;
    private Double spent;
    private Boolean imports;
    private String segment;
    private WorkflowPlanRuntime runtime;
    private List<WorkflowPlanEmail> emails;

    private Builder() {}

    /** The id of a list */
    public Builder listId(String listId) {
      this.listId = listId;
      return this;
    }

    /** The type of the workflow. One of {@code abandonedBrowse}, {@code abandonedCart}, {@code api}, {@code bestCustomers}, {@code categoryFollowup}, {@code dateAdded}, {@code emailFollowup}, {@code emailSeries}, {@code groupAdd}, {@code groupRemove}, {@code transactional}, {@code productFollowup}, {@code purchaseFollowup}, {@code recurringEvent}, {@code specialEvent}, {@code visitUrl}, {@code welcomeSeries}, {@code tagAdd}, {@code singleWelcome} */
    public Builder workflowType(String workflowType) {
      this.workflowType = workflowType;
      return this;
    }

    /** ten hexadecimal digits in lower case: the id, if it should not be generated */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The id in the web application, by which conditions of the type {@code Automation} name it; default: generated */
    public Builder webId(Integer webId) {
      this.webId = webId;
      return this;
    }

    /** The title; default: the title of its type */
    public Builder title(String title) {
      this.title = title;
      return this;
    }

    /** Name of the sender; default: the name in the list */
    public Builder fromName(String fromName) {
      this.fromName = fromName;
      return this;
    }

    /** Address of the sender; default: the address in the list */
    public Builder replyTo(String replyTo) {
      this.replyTo = replyTo;
      return this;
    }

    /** Its state; default: {@code save}. Emails have the same state unless they say otherwise. One of {@code save}, {@code paused}, {@code sending} */
    public Builder status(String status) {
      this.status = status;
      return this;
    }

    /** With {@code tagAdd}: the tag; default: any */
    public Builder tag(String tag) {
      this.tag = tag;
      return this;
    }

    /** With {@code groupAdd} and {@code groupRemove}: the name or the id of the interest; default: any */
    public Builder interest(String interest) {
      this.interest = interest;
      return this;
    }

    /** With {@code recurringEvent} and {@code specialEvent}: the merge tag of a date or a birthday */
    public Builder dateField(String dateField) {
      this.dateField = dateField;
      return this;
    }

    /** With {@code emailFollowup}: the campaign */
    public Builder campaignId(String campaignId) {
      this.campaignId = campaignId;
      return this;
    }

    /** With types about carts, products and purchases: the store, one of the list; default: all stores of the list */
    public Builder storeId(String storeId) {
      this.storeId = storeId;
      return this;
    }

    /** With {@code productFollowup}: the product */
    public Builder productId(String productId) {
      this.productId = productId;
      return this;
    }

    /** With {@code categoryFollowup}: the vendor of the products, in any case */
    public Builder category(String category) {
      this.category = category;
      return this;
    }

    /** With {@code purchaseFollowup}: whether contacts enter only with their first order; default: no */
    public Builder firstOnly(Boolean firstOnly) {
      this.firstOnly = firstOnly;
      return this;
    }

    /** With {@code bestCustomers}: the number of orders that a contact has at least; default: any */
    public Builder orders(Integer orders) {
      this.orders = orders;
      return this;
    }

    /** With {@code bestCustomers}: the amount that a contact has spent at least; default: any */
    public Builder spent(Double spent) {
      this.spent = spent;
      return this;
    }

    /** With {@code welcomeSeries} and {@code singleWelcome}: whether members enter whom the API or an administrator subscribes; default: no */
    public Builder imports(Boolean imports) {
      this.imports = imports;
      return this;
    }

    /** Name of the segment of the list that a member must be in; default: the whole list */
    public Builder segment(String segment) {
      this.segment = segment;
      return this;
    }

    /** When emails may go out; default: always */
    public Builder runtime(WorkflowPlanRuntime runtime) {
      this.runtime = runtime;
      return this;
    }

    /** When emails may go out; default: always */
    public Builder runtime(Consumer<WorkflowPlanRuntime.Builder> runtime) {
      var builder = WorkflowPlanRuntime.builder();
      runtime.accept(builder);
      this.runtime = builder.build();
      return this;
    }

    /** The emails, in their order */
    public Builder emails(List<WorkflowPlanEmail> emails) {
      this.emails = emails;
      return this;
    }

    /** Returns the record. */
    public AutomationCreate build() {
      return new AutomationCreate(listId, workflowType, id, webId, title, fromName, replyTo, status, tag, interest, dateField, campaignId, storeId, productId, category, firstOnly, orders, spent, imports, segment, runtime, emails);
    }
  }
}
