<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A recipient opens a campaign, or an email of an automation. Plain text has no image to load, so it is never seen to be opened. */
final readonly class CampaignOpen implements \JsonSerializable
{
    /**
     * @param string $emailAddress The address of a member
     * @param string|null $campaignId The id of a campaign
     * @param string|null $workflowEmailId The id of an email of an automation, instead of the id of a campaign
     * @param string|null $ip The IP address of the recipient; default: the one that the member confirmed or signed up from, else the setting `caller_address`
     * @param string|null $at When it happened, between the delivery of the email and now; default: now
     * @param bool|null $proxy Whether a mail proxy opens it for the recipient, default false; see the setting `reports.proxy_excluded`
     */
    public function __construct(
        public string $emailAddress,
        public ?string $campaignId = null,
        public ?string $workflowEmailId = null,
        public ?string $ip = null,
        public ?string $at = null,
        public ?bool $proxy = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            emailAddress: $data['email_address'],
            campaignId: $data['campaign_id'] ?? null,
            workflowEmailId: $data['workflow_email_id'] ?? null,
            ip: $data['ip'] ?? null,
            at: $data['at'] ?? null,
            proxy: $data['proxy'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'campaign.open',
            'email_address' => $this->emailAddress,
            'campaign_id' => $this->campaignId,
            'workflow_email_id' => $this->workflowEmailId,
            'ip' => $this->ip,
            'at' => $this->at,
            'proxy' => $this->proxy,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
