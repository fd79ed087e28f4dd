<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A recipient replies to a campaign. The first reply begins a conversation. */
final readonly class ConversationReply implements \JsonSerializable
{
    /**
     * @param string $campaignId The id of a campaign
     * @param string $emailAddress The address of a member
     * @param string $message The reply as plain text
     */
    public function __construct(
        public string $campaignId,
        public string $emailAddress,
        public string $message,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            campaignId: $data['campaign_id'],
            emailAddress: $data['email_address'],
            message: $data['message'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'conversation.reply',
            'campaign_id' => $this->campaignId,
            'email_address' => $this->emailAddress,
            'message' => $this->message,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
