// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * An email that the service sent.
 *
 * @param id The number of the email in its world
 * @param at When it was sent, in the time of the world, ISO 8601
 * @param to The recipient's address
 * @param kind The purpose of an email. One of {@code domain_verification}, {@code confirm_subscription}, {@code campaign}, {@code automation}, {@code journey}, {@code campaign_test}, {@code campaign_problem}, {@code forward}, {@code list_notification}, {@code order_notification}
 * @param campaignId The id of the campaign, or of the email of an automation or a journey, that it is an email of
 * @param journeyId The journey, for emails of journeys
 * @param stepId The step that the contact entered, for emails of journeys
 * @param notification What it says about an order, for order notifications. One of {@code confirmation}, {@code invoice}, {@code shipping}, {@code refund}, {@code cancellation}
 * @param storeId The store of the order, for order notifications
 * @param orderId The order, for order notifications
 * @param listId The list of the recipient, for emails of campaigns, automations and journeys
 * @param toName The recipient's name, for emails of campaigns
 * @param from The sender, for emails of campaigns and order notifications
 * @param replyTo The address for replies, for emails of campaigns
 * @param subject The subject
 * @param text The body as plain text
 * @param html The body as HTML; empty if it is plain text only
 * @param code The code that the recipient has to enter, if there is one
 * @param links The URLs in the email
 * @param headers Further headers, for emails of campaigns
 * @param cause The cause; empty if it has no name or is not known. Beside a {@code job}, jobs, emails and calls name the {@code request} or {@code trigger} that the job goes back to.
 */
public record Email(
    @JsonProperty("id") int id,
    @JsonProperty("at") String at,
    @JsonProperty("to") String to,
    @JsonProperty("kind") String kind,
    @JsonProperty("campaign_id") String campaignId,
    @JsonProperty("journey_id") Integer journeyId,
    @JsonProperty("step_id") Integer stepId,
    @JsonProperty("notification") String notification,
    @JsonProperty("store_id") String storeId,
    @JsonProperty("order_id") String orderId,
    @JsonProperty("list_id") String listId,
    @JsonProperty("to_name") String toName,
    @JsonProperty("from") String from,
    @JsonProperty("reply_to") String replyTo,
    @JsonProperty("subject") String subject,
    @JsonProperty("text") String text,
    @JsonProperty("html") String html,
    @JsonProperty("code") String code,
    @JsonProperty("links") List<String> links,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("cause") Cause cause) {
}
