<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An email that the service sent. */
final readonly class Email
{
    /**
     * @param int $id The number of the email in its world
     * @param string $at When it was sent, in the time of the world, ISO 8601
     * @param string $to The recipient's address
     * @param 'domain_verification'|'confirm_subscription'|'campaign'|'automation'|'journey'|'campaign_test'|'campaign_problem'|'forward'|'list_notification'|'order_notification' $kind The purpose of an email
     * @param string $subject The subject
     * @param string $text The body as plain text
     * @param string $html The body as HTML; empty if it is plain text only
     * @param list<string> $links The URLs in the email
     * @param Cause $cause The cause; empty if it has no name or is not known. Beside a `job`, jobs, emails and calls name the `request` or `trigger` that the job goes back to.
     * @param string|null $campaignId The id of the campaign, or of the email of an automation or a journey, that it is an email of
     * @param int|null $journeyId The journey, for emails of journeys
     * @param int|null $stepId The step that the contact entered, for emails of journeys
     * @param 'confirmation'|'invoice'|'shipping'|'refund'|'cancellation'|null $notification What it says about an order, for order notifications
     * @param string|null $storeId The store of the order, for order notifications
     * @param string|null $orderId The order, for order notifications
     * @param string|null $listId The list of the recipient, for emails of campaigns, automations and journeys
     * @param string|null $toName The recipient's name, for emails of campaigns
     * @param string|null $from The sender, for emails of campaigns and order notifications
     * @param string|null $replyTo The address for replies, for emails of campaigns
     * @param string|null $code The code that the recipient has to enter, if there is one
     * @param array<string, string>|null $headers Further headers, for emails of campaigns
     */
    public function __construct(
        public int $id,
        public string $at,
        public string $to,
        public string $kind,
        public string $subject,
        public string $text,
        public string $html,
        public array $links,
        public Cause $cause,
        public ?string $campaignId = null,
        public ?int $journeyId = null,
        public ?int $stepId = null,
        public ?string $notification = null,
        public ?string $storeId = null,
        public ?string $orderId = null,
        public ?string $listId = null,
        public ?string $toName = null,
        public ?string $from = null,
        public ?string $replyTo = null,
        public ?string $code = null,
        public ?array $headers = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            at: $data['at'],
            to: $data['to'],
            kind: $data['kind'],
            subject: $data['subject'],
            text: $data['text'],
            html: $data['html'],
            links: $data['links'],
            cause: Cause::fromArray($data['cause']),
            campaignId: $data['campaign_id'] ?? null,
            journeyId: $data['journey_id'] ?? null,
            stepId: $data['step_id'] ?? null,
            notification: $data['notification'] ?? null,
            storeId: $data['store_id'] ?? null,
            orderId: $data['order_id'] ?? null,
            listId: $data['list_id'] ?? null,
            toName: $data['to_name'] ?? null,
            from: $data['from'] ?? null,
            replyTo: $data['reply_to'] ?? null,
            code: $data['code'] ?? null,
            headers: $data['headers'] ?? null,
        );
    }
}
