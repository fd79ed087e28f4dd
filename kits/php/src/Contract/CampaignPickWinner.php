<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A person picks the winning version of a campaign that tests several. The rest of its recipients get it. */
final readonly class CampaignPickWinner implements \JsonSerializable
{
    /**
     * @param string $campaignId The id of a campaign
     * @param string $combinationId The id of the version
     */
    public function __construct(
        public string $campaignId,
        public string $combinationId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            campaignId: $data['campaign_id'],
            combinationId: $data['combination_id'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'campaign.pick_winner',
            'campaign_id' => $this->campaignId,
            'combination_id' => $this->combinationId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
