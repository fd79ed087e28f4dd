<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An email to a member bounces. A hard bounce cleans the member; a soft one lowers the rating. */
final readonly class MemberBounce implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param 'hard'|'soft' $bounce Hard (permanent) or soft (temporary)
     * @param string|null $campaignId The campaign that led to it, if there is one
     * @param 'user'|'admin'|'api'|null $source The source recorded for the change; default `admin`
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
        public string $bounce,
        public ?string $campaignId = null,
        public ?string $source = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            emailAddress: $data['email_address'],
            bounce: $data['bounce'],
            campaignId: $data['campaign_id'] ?? null,
            source: $data['source'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.bounce',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'bounce' => $this->bounce,
            'campaign_id' => $this->campaignId,
            'source' => $this->source,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
