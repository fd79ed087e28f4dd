<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A member changes their address. */
final readonly class MemberChangeEmail implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param string $newEmailAddress The new address
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
        public string $newEmailAddress,
        public ?string $source = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            emailAddress: $data['email_address'],
            newEmailAddress: $data['new_email_address'],
            source: $data['source'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.change_email',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'new_email_address' => $this->newEmailAddress,
            'source' => $this->source,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
