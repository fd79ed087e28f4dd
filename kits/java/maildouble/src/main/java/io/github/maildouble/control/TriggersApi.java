// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.maildouble.Transport;
import java.util.function.Consumer;

/** What other people do: subscribers, administrators and the outside world. */
public class TriggersApi {
  private final Transport transport;
  private final String world;

  public TriggersApi(Transport transport, String world) {
    this.transport = transport;
    this.world = world;
  }

  /** A contact joins a list. By default the contact fills in the sign-up form of the list: on a double opt-in list the member is then pending and gets a confirmation request; contacts who unsubscribed, bounced or were deleted permanently can come back this way. With the source {@code admin} or {@code api} the member is subscribed at once, under the rules of the API. */
  public Triggered memberSubscribe(Consumer<MemberSubscribe.Builder> trigger) {
    var builder = MemberSubscribe.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A pending member opens the link in the confirmation request and becomes subscribed. */
  public Triggered memberConfirm(Consumer<MemberConfirm.Builder> trigger) {
    var builder = MemberConfirm.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A member leaves the list. By default the member unsubscribes personally, and then the API can't resubscribe the member. */
  public Triggered memberUnsubscribe(Consumer<MemberUnsubscribe.Builder> trigger) {
    var builder = MemberUnsubscribe.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A member updates their profile. Members of the body that are left out stay as they are. */
  public Triggered memberUpdate(Consumer<MemberUpdate.Builder> trigger) {
    var builder = MemberUpdate.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A member changes their address. */
  public Triggered memberChangeEmail(Consumer<MemberChangeEmail.Builder> trigger) {
    var builder = MemberChangeEmail.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A member reports an email as abuse. This creates an abuse report and unsubscribes the member, as if the member had done it. */
  public Triggered memberComplain(Consumer<MemberComplain.Builder> trigger) {
    var builder = MemberComplain.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** An email to a member bounces. A hard bounce cleans the member; a soft one lowers the rating. */
  public Triggered memberBounce(Consumer<MemberBounce.Builder> trigger) {
    var builder = MemberBounce.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A campaign is sent. With {@code list_id} and {@code subject_line}, a new campaign is made and sent at once to the subscribed members of the list or of one of its segments. With {@code campaign_id} alone, a draft is sent as by the action {@code send} of the API. */
  public Triggered campaignSend(Consumer<CampaignSend.Builder> trigger) {
    var builder = CampaignSend.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A campaign is cancelled. With {@code list_id} and {@code subject_line}, a new campaign is made and cancelled before anything is sent. With {@code campaign_id} alone, a campaign that is being sent is cancelled as by the action {@code cancel-send} of the API, whatever the plan. */
  public Triggered campaignCancel(Consumer<CampaignCancel.Builder> trigger) {
    var builder = CampaignCancel.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A recipient opens a campaign, or an email of an automation. Plain text has no image to load, so it is never seen to be opened. */
  public Triggered campaignOpen(Consumer<CampaignOpen.Builder> trigger) {
    var builder = CampaignOpen.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A recipient clicks a link in a campaign, or in an email of an automation. If the recipient has not opened it yet, the click counts as an open too. */
  public Triggered campaignClick(Consumer<CampaignClick.Builder> trigger) {
    var builder = CampaignClick.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A recipient forwards a campaign to a friend. */
  public Triggered campaignForward(Consumer<CampaignForward.Builder> trigger) {
    var builder = CampaignForward.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A person picks the winning version of a campaign that tests several. The rest of its recipients get it. */
  public Triggered campaignPickWinner(Consumer<CampaignPickWinner.Builder> trigger) {
    var builder = CampaignPickWinner.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A web site publishes an item in its feed, from which RSS campaigns are made. */
  public Triggered feedPublish(Consumer<FeedPublish.Builder> trigger) {
    var builder = FeedPublish.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A classic automation is made in the web application, with all of its emails. The API can create only workflows of the type {@code abandonedCart}; this trigger makes workflows of every type. */
  public Triggered automationCreate(Consumer<AutomationCreate.Builder> trigger) {
    var builder = AutomationCreate.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A member of the list enters an automation, whatever its type is. The member must be subscribed and not have entered it before. */
  public Triggered automationEnter(Consumer<AutomationEnter.Builder> trigger) {
    var builder = AutomationEnter.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A recipient replies to a campaign. The first reply begins a conversation. */
  public Triggered conversationReply(Consumer<ConversationReply.Builder> trigger) {
    var builder = ConversationReply.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A sending domain is authenticated. */
  public Triggered domainAuthenticate(Consumer<DomainAuthenticate.Builder> trigger) {
    var builder = DomainAuthenticate.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The script of a connected site is installed. */
  public Triggered siteInstallScript(Consumer<SiteInstallScript.Builder> trigger) {
    var builder = SiteInstallScript.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A visitor views a published landing page. */
  public Triggered pageVisit(Consumer<PageVisit.Builder> trigger) {
    var builder = PageVisit.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A customer orders in a store, which sends the order as by `POST /ecommerce/stores/{store_id}/orders`, with the same consequences. A store of the service's own shop builder gets its orders only in this way. */
  public Triggered orderPlace(Consumer<OrderPlace.Builder> trigger) {
    var builder = OrderPlace.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** An order is paid, shipped, cancelled, refunded or changed otherwise, as by `PATCH /ecommerce/stores/{store_id}/orders/{order_id}`. Members that are left out stay as they are. */
  public Triggered orderUpdate(Consumer<OrderUpdate.Builder> trigger) {
    var builder = OrderUpdate.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A customer fills a cart in a store, which sends it as by `POST /ecommerce/stores/{store_id}/carts`, with the same consequences. Nothing need be done for the cart to be abandoned: time passes. */
  public Triggered cartFill(Consumer<CartFill.Builder> trigger) {
    var builder = CartFill.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A visitor answers a published survey, as on its page. An address that is not on the list joins it: subscribed if the visitor ticks the box, on a double opt-in list pending, and otherwise transactional. The box also subscribes a transactional member. */
  public Triggered surveyAnswer(Consumer<SurveyAnswer.Builder> trigger) {
    var builder = SurveyAnswer.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A colleague deletes a list in the web application. Its members, segments, webhooks and everything else on it are gone. */
  public Triggered listDelete(Consumer<ListDelete.Builder> trigger) {
    var builder = ListDelete.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A colleague deletes an interest category of a list, with its interests. Members lose these interests. */
  public Triggered interestCategoryDelete(Consumer<InterestCategoryDelete.Builder> trigger) {
    var builder = InterestCategoryDelete.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A colleague deletes an interest of a list. Members lose it. */
  public Triggered interestDelete(Consumer<InterestDelete.Builder> trigger) {
    var builder = InterestDelete.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** A colleague makes a merge field of a list required, or adds a required field with the type {@code text} if the list has none with this tag. From then on, the API refuses members without a value */
  public Triggered mergeFieldRequire(Consumer<MergeFieldRequire.Builder> trigger) {
    var builder = MergeFieldRequire.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The configured user approves an application that wants to sign in. The answer has the authorization code. */
  public Triggered oauthApprove(Consumer<OauthApprove.Builder> trigger) {
    var builder = OauthApprove.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The user refuses an application that wants to sign in. The answer has the parameters with which the user would be redirected to {@code redirect_uri} (RFC 6749, 4.1.2.1). No code is issued, and nothing changes. */
  public Triggered oauthRefuse(Consumer<OauthRefuse.Builder> trigger) {
    var builder = OauthRefuse.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The user revokes the access of an application. */
  public Triggered oauthRevoke(Consumer<OauthRevoke.Builder> trigger) {
    var builder = OauthRevoke.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The API key of the account is revoked. Every call with an API key is answered with 401 API Key Invalid, and so are the operations of its batches that have not run. The access tokens of applications are still valid. */
  public Triggered apiKeyRevoke(Consumer<ApiKeyRevoke.Builder> trigger) {
    var builder = ApiKeyRevoke.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The API key of the account is valid again. */
  public Triggered apiKeyRestore(Consumer<ApiKeyRestore.Builder> trigger) {
    var builder = ApiKeyRestore.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The service disables the account; every call is answered with User Disabled. */
  public Triggered accountDisable(Consumer<AccountDisable.Builder> trigger) {
    var builder = AccountDisable.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** The service enables the account again. */
  public Triggered accountEnable(Consumer<AccountEnable.Builder> trigger) {
    var builder = AccountEnable.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** An outage that the scenario names begins. Its faults are created; an outage that is active stays as it is. */
  public Triggered outageStart(Consumer<OutageStart.Builder> trigger) {
    var builder = OutageStart.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** An outage is over. Its faults are deleted, and the batches that they hold go on. */
  public Triggered outageEnd(Consumer<OutageEnd.Builder> trigger) {
    var builder = OutageEnd.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  /** Sends an event that has not happened to the webhooks that are registered for this event, source and list. The event is sent in the format of the service, with {@code payload} as {@code data}. */
  public Triggered eventEmit(Consumer<EventEmit.Builder> trigger) {
    var builder = EventEmit.builder();
    trigger.accept(builder);
    return run(builder.build());
  }

  private Triggered run(Record trigger) {
    return transport.call("POST", "/worlds/" + Transport.segment(world) + "/triggers", null, trigger, new TypeReference<Triggered>() {});
  }
}
