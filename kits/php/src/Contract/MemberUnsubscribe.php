<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A member leaves the list. By default the member unsubscribes personally, and then the API can't resubscribe the member. */
final readonly class MemberUnsubscribe implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param string|null $reason The reason, shown as `unsubscribe_reason` of the member
     * @param string|null $campaignId The campaign that led to it, if there is one
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
        public ?string $reason = null,
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
            reason: $data['reason'] ?? null,
            campaignId: $data['campaign_id'] ?? null,
            source: $data['source'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.unsubscribe',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'reason' => $this->reason,
            'campaign_id' => $this->campaignId,
            'source' => $this->source,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
