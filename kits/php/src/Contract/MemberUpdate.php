<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A member updates their profile. Members of the body that are left out stay as they are. */
final readonly class MemberUpdate implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param array<string, mixed>|null $mergeFields Values by merge tag
     * @param array<string, bool>|null $interests Whether the member has each interest, by interest id
     * @param string|null $language The code of a language
     * @param 'html'|'text'|null $emailType The preferred email format
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
        public ?array $mergeFields = null,
        public ?array $interests = null,
        public ?string $language = null,
        public ?string $emailType = null,
        public ?string $source = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            emailAddress: $data['email_address'],
            mergeFields: $data['merge_fields'] ?? null,
            interests: $data['interests'] ?? null,
            language: $data['language'] ?? null,
            emailType: $data['email_type'] ?? null,
            source: $data['source'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.update',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'merge_fields' => $this->mergeFields,
            'interests' => $this->interests,
            'language' => $this->language,
            'email_type' => $this->emailType,
            'source' => $this->source,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
