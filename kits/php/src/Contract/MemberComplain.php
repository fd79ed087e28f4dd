<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A member reports an email as abuse. This creates an abuse report and unsubscribes the member, as if the member had done it. */
final readonly class MemberComplain implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param string|null $campaignId The campaign that led to it, if there is one
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
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
            campaignId: $data['campaign_id'] ?? null,
            source: $data['source'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.complain',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'campaign_id' => $this->campaignId,
            'source' => $this->source,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
