<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A contact joins a list. By default the contact fills in the sign-up form of the list: on a double opt-in list the member is then pending and gets a confirmation request; contacts who unsubscribed, bounced or were deleted permanently can come back this way. With the source `admin` or `api` the member is subscribed at once, under the rules of the API. */
final readonly class MemberSubscribe implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $emailAddress The address of a member
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     * @param array<string, mixed>|null $mergeFields Values by merge tag
     * @param array<string, bool>|null $interests Whether the member has each interest, by interest id
     * @param string|null $language The code of a language
     * @param 'html'|'text'|null $emailType The preferred email format
     */
    public function __construct(
        public string $listId,
        public string $emailAddress,
        public ?string $source = null,
        public ?array $mergeFields = null,
        public ?array $interests = null,
        public ?string $language = null,
        public ?string $emailType = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            emailAddress: $data['email_address'],
            source: $data['source'] ?? null,
            mergeFields: $data['merge_fields'] ?? null,
            interests: $data['interests'] ?? null,
            language: $data['language'] ?? null,
            emailType: $data['email_type'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'member.subscribe',
            'list_id' => $this->listId,
            'email_address' => $this->emailAddress,
            'source' => $this->source,
            'merge_fields' => $this->mergeFields,
            'interests' => $this->interests,
            'language' => $this->language,
            'email_type' => $this->emailType,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
