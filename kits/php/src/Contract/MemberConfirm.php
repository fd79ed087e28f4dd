<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A pending member opens the link in the confirmation request and becomes subscribed. */
final readonly class MemberConfirm implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
        public ?string $source = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            emailAddress: $data['email_address'],
            source: $data['source'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.confirm',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'source' => $this->source,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
