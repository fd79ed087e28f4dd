<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\AccountDisable;
use Maildouble\Contract\AccountEnable;
use Maildouble\Contract\ApiKeyRestore;
use Maildouble\Contract\ApiKeyRevoke;
use Maildouble\Contract\AutomationCreate;
use Maildouble\Contract\AutomationEnter;
use Maildouble\Contract\CampaignCancel;
use Maildouble\Contract\CampaignClick;
use Maildouble\Contract\CampaignForward;
use Maildouble\Contract\CampaignOpen;
use Maildouble\Contract\CampaignPickWinner;
use Maildouble\Contract\CampaignSend;
use Maildouble\Contract\CartFill;
use Maildouble\Contract\ConversationReply;
use Maildouble\Contract\DomainAuthenticate;
use Maildouble\Contract\EventEmit;
use Maildouble\Contract\FeedPublish;
use Maildouble\Contract\InterestCategoryDelete;
use Maildouble\Contract\InterestDelete;
use Maildouble\Contract\ListDelete;
use Maildouble\Contract\MemberBounce;
use Maildouble\Contract\MemberChangeEmail;
use Maildouble\Contract\MemberComplain;
use Maildouble\Contract\MemberConfirm;
use Maildouble\Contract\MemberSubscribe;
use Maildouble\Contract\MemberUnsubscribe;
use Maildouble\Contract\MemberUpdate;
use Maildouble\Contract\MergeFieldRequire;
use Maildouble\Contract\OauthApprove;
use Maildouble\Contract\OauthRefuse;
use Maildouble\Contract\OauthRevoke;
use Maildouble\Contract\OrderPlace;
use Maildouble\Contract\OrderUpdate;
use Maildouble\Contract\OutageEnd;
use Maildouble\Contract\OutageStart;
use Maildouble\Contract\PageVisit;
use Maildouble\Contract\ProductView;
use Maildouble\Contract\SiteInstallScript;
use Maildouble\Contract\SurveyAnswer;
use Maildouble\Contract\TriggerCart;
use Maildouble\Contract\TriggerOrder;
use Maildouble\Contract\Triggered;
use Maildouble\Contract\WorkflowPlanRuntime;
use Maildouble\Transport;

/** What other people do: subscribers, administrators and the outside world. */
class TriggersApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * A contact joins a list. By default the contact fills in the sign-up form of the list: on a double opt-in list the member is then pending and gets a confirmation request; contacts who unsubscribed, bounced or were deleted permanently can come back this way. With the source `admin` or `api` the member is subscribed at once, under the rules of the API.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     * @param array<string, mixed>|null $mergeFields Values by merge tag
     * @param array<string, bool>|null $interests Whether the member has each interest, by interest id
     * @param string|null $language The code of a language
     * @param 'html'|'text'|null $emailType The preferred email format
     */
    public function memberSubscribe(
        string $listId,
        string $emailAddress,
        ?string $source = null,
        ?array $mergeFields = null,
        ?array $interests = null,
        ?string $language = null,
        ?string $emailType = null,
    ): Triggered {
        return $this->run(new MemberSubscribe(listId: $listId, emailAddress: $emailAddress, source: $source, mergeFields: $mergeFields, interests: $interests, language: $language, emailType: $emailType));
    }

    /**
     * A pending member opens the link in the confirmation request and becomes subscribed.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function memberConfirm(string $listId, string $emailAddress, ?string $source = null): Triggered
    {
        return $this->run(new MemberConfirm(listId: $listId, emailAddress: $emailAddress, source: $source));
    }

    /**
     * A member leaves the list. By default the member unsubscribes personally, and then the API can't resubscribe the member.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param string|null $reason The reason, shown as `unsubscribe_reason` of the member
     * @param string|null $campaignId The campaign that led to it, if there is one
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function memberUnsubscribe(
        string $listId,
        string $emailAddress,
        ?string $reason = null,
        ?string $campaignId = null,
        ?string $source = null,
    ): Triggered {
        return $this->run(new MemberUnsubscribe(listId: $listId, emailAddress: $emailAddress, reason: $reason, campaignId: $campaignId, source: $source));
    }

    /**
     * A member updates their profile. Members of the body that are left out stay as they are.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param array<string, mixed>|null $mergeFields Values by merge tag
     * @param array<string, bool>|null $interests Whether the member has each interest, by interest id
     * @param string|null $language The code of a language
     * @param 'html'|'text'|null $emailType The preferred email format
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function memberUpdate(
        string $listId,
        string $emailAddress,
        ?array $mergeFields = null,
        ?array $interests = null,
        ?string $language = null,
        ?string $emailType = null,
        ?string $source = null,
    ): Triggered {
        return $this->run(new MemberUpdate(listId: $listId, emailAddress: $emailAddress, mergeFields: $mergeFields, interests: $interests, language: $language, emailType: $emailType, source: $source));
    }

    /**
     * A member changes their address.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param string $newEmailAddress The new address
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function memberChangeEmail(string $listId, string $emailAddress, string $newEmailAddress, ?string $source = null): Triggered
    {
        return $this->run(new MemberChangeEmail(listId: $listId, emailAddress: $emailAddress, newEmailAddress: $newEmailAddress, source: $source));
    }

    /**
     * A member reports an email as abuse. This creates an abuse report and unsubscribes the member, as if the member had done it.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param string|null $campaignId The campaign that led to it, if there is one
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function memberComplain(string $listId, string $emailAddress, ?string $campaignId = null, ?string $source = null): Triggered
    {
        return $this->run(new MemberComplain(listId: $listId, emailAddress: $emailAddress, campaignId: $campaignId, source: $source));
    }

    /**
     * An email to a member bounces. A hard bounce cleans the member; a soft one lowers the rating.
     *
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param 'hard'|'soft' $bounce Hard (permanent) or soft (temporary)
     * @param string|null $campaignId The campaign that led to it, if there is one
     * @param 'user'|'admin'|'api'|null $source The source recorded for the change; default `admin`
     */
    public function memberBounce(
        string $listId,
        string $emailAddress,
        string $bounce,
        ?string $campaignId = null,
        ?string $source = null,
    ): Triggered {
        return $this->run(new MemberBounce(listId: $listId, emailAddress: $emailAddress, bounce: $bounce, campaignId: $campaignId, source: $source));
    }

    /**
     * A campaign is sent. With `list_id` and `subject_line`, a new campaign is made and sent at once to the subscribed members of the list or of one of its segments. With `campaign_id` alone, a draft is sent as by the action `send` of the API.
     *
     * @param string|null $listId The id of a list
     * @param string|null $subjectLine The subject of a new campaign
     * @param string|null $title The title of a new campaign; default: its subject
     * @param int|null $segmentId The segment a new campaign goes to
     * @param string|null $campaignId ten hexadecimal digits in lower case: the id of the new campaign, if it should not be generated
     */
    public function campaignSend(
        ?string $listId = null,
        ?string $subjectLine = null,
        ?string $title = null,
        ?int $segmentId = null,
        ?string $campaignId = null,
    ): Triggered {
        return $this->run(new CampaignSend(listId: $listId, subjectLine: $subjectLine, title: $title, segmentId: $segmentId, campaignId: $campaignId));
    }

    /**
     * A campaign is cancelled. With `list_id` and `subject_line`, a new campaign is made and cancelled before anything is sent. With `campaign_id` alone, a campaign that is being sent is cancelled as by the action `cancel-send` of the API, whatever the plan.
     *
     * @param string|null $listId The id of a list
     * @param string|null $subjectLine The subject of a new campaign
     * @param string|null $title The title of a new campaign; default: its subject
     * @param int|null $segmentId The segment a new campaign would have gone to
     * @param string|null $campaignId ten hexadecimal digits in lower case: the id of the new campaign, if it should not be generated
     */
    public function campaignCancel(
        ?string $listId = null,
        ?string $subjectLine = null,
        ?string $title = null,
        ?int $segmentId = null,
        ?string $campaignId = null,
    ): Triggered {
        return $this->run(new CampaignCancel(listId: $listId, subjectLine: $subjectLine, title: $title, segmentId: $segmentId, campaignId: $campaignId));
    }

    /**
     * A recipient opens a campaign, or an email of an automation. Plain text has no image to load, so it is never seen to be opened.
     *
     * @param string $emailAddress The address of a member
     * @param string|null $campaignId The id of a campaign
     * @param string|null $workflowEmailId The id of an email of an automation, instead of the id of a campaign
     * @param string|null $ip The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting `caller_address`
     * @param string|null $at When it happened, between the delivery of the email and now; default: now
     * @param bool|null $proxy Whether a mail proxy opens it for the recipient, default false; see the setting `reports.proxy_excluded`
     */
    public function campaignOpen(
        string $emailAddress,
        ?string $campaignId = null,
        ?string $workflowEmailId = null,
        ?string $ip = null,
        ?string $at = null,
        ?bool $proxy = null,
    ): Triggered {
        return $this->run(new CampaignOpen(emailAddress: $emailAddress, campaignId: $campaignId, workflowEmailId: $workflowEmailId, ip: $ip, at: $at, proxy: $proxy));
    }

    /**
     * A recipient clicks a link in a campaign, or in an email of an automation. If the recipient has not opened it yet, the click counts as an open too.
     *
     * @param string $emailAddress The address of a member
     * @param string|null $campaignId The id of a campaign
     * @param string|null $workflowEmailId The id of an email of an automation, instead of the id of a campaign
     * @param string|null $url The link; default https://example.com/
     * @param string|null $ip The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting `caller_address`
     * @param string|null $at When it happened, between the delivery of the email and now; default: now
     */
    public function campaignClick(
        string $emailAddress,
        ?string $campaignId = null,
        ?string $workflowEmailId = null,
        ?string $url = null,
        ?string $ip = null,
        ?string $at = null,
    ): Triggered {
        return $this->run(new CampaignClick(emailAddress: $emailAddress, campaignId: $campaignId, workflowEmailId: $workflowEmailId, url: $url, ip: $ip, at: $at));
    }

    /**
     * A recipient forwards a campaign to a friend.
     *
     * @param string $campaignId The id of a campaign
     * @param string $emailAddress The address of a member
     * @param bool|null $opened Whether the friend opens it; default: no
     */
    public function campaignForward(string $campaignId, string $emailAddress, ?bool $opened = null): Triggered
    {
        return $this->run(new CampaignForward(campaignId: $campaignId, emailAddress: $emailAddress, opened: $opened));
    }

    /**
     * A person picks the winning version of a campaign that tests several. The rest of its recipients get it.
     *
     * @param string $campaignId The id of a campaign
     * @param string $combinationId The id of the version
     */
    public function campaignPickWinner(string $campaignId, string $combinationId): Triggered
    {
        return $this->run(new CampaignPickWinner(campaignId: $campaignId, combinationId: $combinationId));
    }

    /**
     * A web site publishes an item in its feed, from which RSS campaigns are made.
     *
     * @param string $feedUrl The URL of the feed
     * @param string $title The title of the item
     * @param string $link The URL of the item
     * @param string|null $description A summary
     * @param string|null $content The whole text as HTML
     * @param string|null $author The author
     * @param string|null $publishedAt When it is published; default: now
     */
    public function feedPublish(
        string $feedUrl,
        string $title,
        string $link,
        ?string $description = null,
        ?string $content = null,
        ?string $author = null,
        ?string $publishedAt = null,
    ): Triggered {
        return $this->run(new FeedPublish(feedUrl: $feedUrl, title: $title, link: $link, description: $description, content: $content, author: $author, publishedAt: $publishedAt));
    }

    /**
     * A classic automation is made in the web application, with all of its emails. The API can create only workflows of the type `abandonedCart`; this trigger makes workflows of every type.
     *
     * @param string $listId The id of a list
     * @param 'abandonedBrowse'|'abandonedCart'|'api'|'bestCustomers'|'categoryFollowup'|'dateAdded'|'emailFollowup'|'emailSeries'|'groupAdd'|'groupRemove'|'transactional'|'productFollowup'|'purchaseFollowup'|'recurringEvent'|'specialEvent'|'visitUrl'|'welcomeSeries'|'tagAdd'|'singleWelcome' $workflowType The type of the workflow
     * @param list<WorkflowPlanEmail> $emails The emails, in their order
     * @param string|null $id ten hexadecimal digits in lower case: the id, if it should not be generated
     * @param int|null $webId The id in the web application, by which conditions of the type `Automation` name it; default: generated
     * @param string|null $title The title; default: the title of its type
     * @param string|null $fromName Name of the sender; default: the name in the list
     * @param string|null $replyTo Address of the sender; default: the address in the list
     * @param 'save'|'paused'|'sending'|null $status Its state; default: `save`. Emails have the same state unless they say otherwise
     * @param string|null $tag With `tagAdd`: the tag; default: any
     * @param string|null $interest With `groupAdd` and `groupRemove`: the name or the id of the interest; default: any
     * @param string|null $dateField With `recurringEvent` and `specialEvent`: the merge tag of a date or a birthday
     * @param string|null $campaignId With `emailFollowup`: the campaign
     * @param string|null $storeId With types about carts, products and purchases: the store, one of the list; default: all stores of the list
     * @param string|null $productId With `productFollowup`: the product
     * @param string|null $category With `categoryFollowup`: the vendor of the products, in any case
     * @param bool|null $firstOnly With `purchaseFollowup`: whether contacts enter only with their first order; default: no
     * @param int|null $orders With `bestCustomers`: the number of orders that a contact has at least; default: any
     * @param int|float|null $spent With `bestCustomers`: the amount that a contact has spent at least; default: any
     * @param bool|null $imports With `welcomeSeries` and `singleWelcome`: whether members enter whom the API or an administrator subscribes; default: no
     * @param string|null $segment Name of the segment of the list that a member must be in; default: the whole list
     * @param WorkflowPlanRuntime|null $runtime When emails may go out; default: always
     */
    public function automationCreate(
        string $listId,
        string $workflowType,
        array $emails,
        ?string $id = null,
        ?int $webId = null,
        ?string $title = null,
        ?string $fromName = null,
        ?string $replyTo = null,
        ?string $status = null,
        ?string $tag = null,
        ?string $interest = null,
        ?string $dateField = null,
        ?string $campaignId = null,
        ?string $storeId = null,
        ?string $productId = null,
        ?string $category = null,
        ?bool $firstOnly = null,
        ?int $orders = null,
        int|float|null $spent = null,
        ?bool $imports = null,
        ?string $segment = null,
        ?WorkflowPlanRuntime $runtime = null,
    ): Triggered {
        return $this->run(new AutomationCreate(listId: $listId, workflowType: $workflowType, emails: $emails, id: $id, webId: $webId, title: $title, fromName: $fromName, replyTo: $replyTo, status: $status, tag: $tag, interest: $interest, dateField: $dateField, campaignId: $campaignId, storeId: $storeId, productId: $productId, category: $category, firstOnly: $firstOnly, orders: $orders, spent: $spent, imports: $imports, segment: $segment, runtime: $runtime));
    }

    /**
     * A member of the list enters an automation, whatever its type is. The member must be subscribed and not have entered it before.
     *
     * @param string $workflowId The id of an automation
     * @param string $emailAddress The address of a member
     */
    public function automationEnter(string $workflowId, string $emailAddress): Triggered
    {
        return $this->run(new AutomationEnter(workflowId: $workflowId, emailAddress: $emailAddress));
    }

    /**
     * A recipient replies to a campaign. The first reply begins a conversation.
     *
     * @param string $campaignId The id of a campaign
     * @param string $emailAddress The address of a member
     * @param string $message The reply as plain text
     */
    public function conversationReply(string $campaignId, string $emailAddress, string $message): Triggered
    {
        return $this->run(new ConversationReply(campaignId: $campaignId, emailAddress: $emailAddress, message: $message));
    }

    /**
     * A sending domain is authenticated.
     *
     * @param string $domain A domain of the account
     */
    public function domainAuthenticate(string $domain): Triggered
    {
        return $this->run(new DomainAuthenticate(domain: $domain));
    }

    /**
     * The script of a connected site is installed.
     *
     * @param string $foreignId The id of a connected site
     */
    public function siteInstallScript(string $foreignId): Triggered
    {
        return $this->run(new SiteInstallScript(foreignId: $foreignId));
    }

    /**
     * A visitor views a published landing page.
     *
     * @param string $pageId The id of a landing page
     */
    public function pageVisit(string $pageId): Triggered
    {
        return $this->run(new PageVisit(pageId: $pageId));
    }

    /**
     * A known contact looks at a product on the site of a store, whose script reports it: the store has a domain. The contact enters the store's workflows of the type `abandonedBrowse`.
     *
     * @param string $storeId The id of a store
     * @param string $productId The id of a product of the store
     * @param string $emailAddress The address of a member
     */
    public function productView(string $storeId, string $productId, string $emailAddress): Triggered
    {
        return $this->run(new ProductView(storeId: $storeId, productId: $productId, emailAddress: $emailAddress));
    }

    /**
     * A customer orders in a store, which sends the order as by `POST /ecommerce/stores/{store_id}/orders`, with the same consequences. A store of the service's own shop builder gets its orders only in this way.
     *
     * @param string $storeId The id of a store
     * @param TriggerOrder $order The order
     */
    public function orderPlace(string $storeId, TriggerOrder $order): Triggered
    {
        return $this->run(new OrderPlace(storeId: $storeId, order: $order));
    }

    /**
     * An order is paid, shipped, cancelled, refunded or changed otherwise, as by `PATCH /ecommerce/stores/{store_id}/orders/{order_id}`. Members that are left out stay as they are.
     *
     * @param string $storeId The id of a store
     * @param string $orderId The id of an order of the store
     * @param TriggerOrder|null $order The order
     */
    public function orderUpdate(string $storeId, string $orderId, ?TriggerOrder $order = null): Triggered
    {
        return $this->run(new OrderUpdate(storeId: $storeId, orderId: $orderId, order: $order));
    }

    /**
     * A customer fills a cart in a store, which sends it as by `POST /ecommerce/stores/{store_id}/carts`, with the same consequences. Nothing need be done for the cart to be abandoned: time passes.
     *
     * @param string $storeId The id of a store
     * @param TriggerCart $cart The cart
     */
    public function cartFill(string $storeId, TriggerCart $cart): Triggered
    {
        return $this->run(new CartFill(storeId: $storeId, cart: $cart));
    }

    /**
     * A visitor answers a published survey, as on its page. An address that is not on the list joins it: subscribed if the visitor ticks the box, on a double opt-in list pending, and otherwise transactional. The box also subscribes a transactional member.
     *
     * @param string $surveyId The id of a survey
     * @param string|null $emailAddress The address of the visitor; default: the answer to the question of the type `email`, if there is one
     * @param array<string, mixed>|null $answers The answers by question, named by its id or its `query`. Options are named by label, value or id.
     * @param bool|null $subscribe Whether the box to subscribe is ticked, default false
     * @param string|null $at When it was answered, between the publication of the survey and now; default: now
     */
    public function surveyAnswer(
        string $surveyId,
        ?string $emailAddress = null,
        ?array $answers = null,
        ?bool $subscribe = null,
        ?string $at = null,
    ): Triggered {
        return $this->run(new SurveyAnswer(surveyId: $surveyId, emailAddress: $emailAddress, answers: $answers, subscribe: $subscribe, at: $at));
    }

    /**
     * A colleague deletes a list in the web application. Its members, segments, webhooks and everything else on it are gone.
     *
     * @param string $listId The id of a list
     */
    public function listDelete(string $listId): Triggered
    {
        return $this->run(new ListDelete(listId: $listId));
    }

    /**
     * A colleague deletes an interest category of a list, with its interests. Members lose these interests.
     *
     * @param string $listId The id of a list
     * @param string $interestCategoryId The id of an interest category
     */
    public function interestCategoryDelete(string $listId, string $interestCategoryId): Triggered
    {
        return $this->run(new InterestCategoryDelete(listId: $listId, interestCategoryId: $interestCategoryId));
    }

    /**
     * A colleague deletes an interest of a list. Members lose it.
     *
     * @param string $listId The id of a list
     * @param string $interestId The id of an interest
     */
    public function interestDelete(string $listId, string $interestId): Triggered
    {
        return $this->run(new InterestDelete(listId: $listId, interestId: $interestId));
    }

    /**
     * A colleague makes a merge field of a list required, or adds a required field with the type `text` if the list has none with this tag. From then on, the API refuses members without a value
     *
     * @param string $listId The id of a list
     * @param string $tag letters, digits, underscores and hyphens, beginning with a letter or a digit; no other field of the list may have it
     * @param string|null $name The name of a new field; default: its tag
     */
    public function mergeFieldRequire(string $listId, string $tag, ?string $name = null): Triggered
    {
        return $this->run(new MergeFieldRequire(listId: $listId, tag: $tag, name: $name));
    }

    /**
     * The configured user approves an application that wants to sign in. The answer has the authorization code.
     *
     * @param string $clientId The id of the application
     * @param string $redirectUri The registered redirect URI
     * @param string|null $state Returned to the application unchanged
     * @param string|null $codeChallenge The PKCE challenge of the application with the method S256: the SHA-256 of its `code_verifier` in base64url. The code can then be exchanged only with that verifier
     */
    public function oauthApprove(
        string $clientId,
        string $redirectUri,
        ?string $state = null,
        ?string $codeChallenge = null,
    ): Triggered {
        return $this->run(new OauthApprove(clientId: $clientId, redirectUri: $redirectUri, state: $state, codeChallenge: $codeChallenge));
    }

    /**
     * The user refuses an application that wants to sign in. The answer has the parameters with which the user would be redirected to `redirect_uri` (RFC 6749, 4.1.2.1). No code is issued, and nothing changes.
     *
     * @param string $clientId The id of the application
     * @param string $redirectUri The registered redirect URI
     * @param string|null $state Returned to the application unchanged
     */
    public function oauthRefuse(string $clientId, string $redirectUri, ?string $state = null): Triggered
    {
        return $this->run(new OauthRefuse(clientId: $clientId, redirectUri: $redirectUri, state: $state));
    }

    /**
     * The user revokes the access of an application.
     *
     * @param string $accessToken The application's access token
     */
    public function oauthRevoke(string $accessToken): Triggered
    {
        return $this->run(new OauthRevoke(accessToken: $accessToken));
    }

    /**
     * The API key of the account is revoked. Every call with an API key is answered with 401 API Key Invalid, and so are the operations of its batches that have not run. The access tokens of applications are still valid.
     */
    public function apiKeyRevoke(): Triggered
    {
        return $this->run(new ApiKeyRevoke());
    }

    /**
     * The API key of the account is valid again.
     */
    public function apiKeyRestore(): Triggered
    {
        return $this->run(new ApiKeyRestore());
    }

    /**
     * The service disables the account; every call is answered with User Disabled.
     */
    public function accountDisable(): Triggered
    {
        return $this->run(new AccountDisable());
    }

    /**
     * The service enables the account again.
     */
    public function accountEnable(): Triggered
    {
        return $this->run(new AccountEnable());
    }

    /**
     * An outage that the scenario names begins. Its faults are created; an outage that is active stays as it is.
     *
     * @param string $outage a name of lower-case letters, digits and hyphens, at most 63
     */
    public function outageStart(string $outage): Triggered
    {
        return $this->run(new OutageStart(outage: $outage));
    }

    /**
     * An outage is over. Its faults are deleted, and the batches that they hold go on.
     *
     * @param string $outage a name of lower-case letters, digits and hyphens, at most 63
     */
    public function outageEnd(string $outage): Triggered
    {
        return $this->run(new OutageEnd(outage: $outage));
    }

    /**
     * Sends an event that has not happened to the webhooks that are registered for this event, source and list. The event is sent in the format of the service, with `payload` as `data`.
     *
     * @param 'subscribe'|'unsubscribe'|'profile'|'upemail'|'cleaned'|'campaign'|'batch_operation_completed' $event A webhook event
     * @param string|null $listId The list whose webhooks get the event; default: all lists
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     * @param array<string, mixed>|null $payload The content of `data`
     */
    public function eventEmit(string $event, ?string $listId = null, ?string $source = null, ?array $payload = null): Triggered
    {
        return $this->run(new EventEmit(event: $event, listId: $listId, source: $source, payload: $payload));
    }

    private function run(\JsonSerializable $trigger): Triggered
    {
        return Triggered::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/triggers', body: $trigger));
    }
}
