<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Selects deliveries. Every member that is given must match; without members, all deliveries match. */
final readonly class DeliveryMatch implements \JsonSerializable
{
    /**
     * @param string|list<string>|null $event The event, or a list of events. The GET that validates a new URL matches only if `validation` is named
     * @param string|null $url A glob of the whole URL, in which `*` stands for any characters, slashes included: `http://127.0.0.1:5000/*`
     * @param string|null $webhookId The webhook it is sent to
     * @param string|null $listId The list of the webhook; batch webhooks never match
     */
    public function __construct(
        public string|array|null $event = null,
        public ?string $url = null,
        public ?string $webhookId = null,
        public ?string $listId = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            event: $data['event'] ?? null,
            url: $data['url'] ?? null,
            webhookId: $data['webhook_id'] ?? null,
            listId: $data['list_id'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'event' => $this->event,
            'url' => $this->url,
            'webhook_id' => $this->webhookId,
            'list_id' => $this->listId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
