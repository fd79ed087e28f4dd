<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A recipient clicks a link in a campaign, or in an email of an automation. If the recipient has not opened it yet, the click counts as an open too. */
final readonly class CampaignClick implements \JsonSerializable
{
    /**
     * @param string $emailAddress The address of a member
     * @param string|null $campaignId The id of a campaign
     * @param string|null $workflowEmailId The id of an email of an automation, instead of the id of a campaign
     * @param string|null $url The link; default https://example.com/
     * @param string|null $ip The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting `caller_address`
     * @param string|null $at When it happened, between the delivery of the email and now; default: now
     */
    public function __construct(
        public string $emailAddress,
        public ?string $campaignId = null,
        public ?string $workflowEmailId = null,
        public ?string $url = null,
        public ?string $ip = null,
        public ?string $at = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            emailAddress: $data['email_address'],
            campaignId: $data['campaign_id'] ?? null,
            workflowEmailId: $data['workflow_email_id'] ?? null,
            url: $data['url'] ?? null,
            ip: $data['ip'] ?? null,
            at: $data['at'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'campaign.click',
            'email_address' => $this->emailAddress,
            'campaign_id' => $this->campaignId,
            'workflow_email_id' => $this->workflowEmailId,
            'url' => $this->url,
            'ip' => $this->ip,
            'at' => $this->at,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
