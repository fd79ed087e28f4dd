<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A recipient forwards a campaign to a friend. */
final readonly class CampaignForward implements \JsonSerializable
{
    /**
     * @param string $campaignId The id of a campaign
     * @param string $emailAddress The address of a member
     * @param bool|null $opened Whether the friend opens it; default: no
     */
    public function __construct(
        public string $campaignId,
        public string $emailAddress,
        public ?bool $opened = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            campaignId: $data['campaign_id'],
            emailAddress: $data['email_address'],
            opened: $data['opened'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'campaign.forward',
            'campaign_id' => $this->campaignId,
            'email_address' => $this->emailAddress,
            'opened' => $this->opened,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
