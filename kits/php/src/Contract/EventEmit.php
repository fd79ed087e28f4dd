<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Sends an event that has not happened to the webhooks that are registered for this event, source and list. The event is sent in the format of the service, with `payload` as `data`. */
final readonly class EventEmit implements \JsonSerializable
{
    /**
     * @param 'subscribe'|'unsubscribe'|'profile'|'upemail'|'cleaned'|'campaign'|'batch_operation_completed' $event A webhook event
     * @param string|null $listId The list whose webhooks get the event; default: all lists
     * @param 'user'|'admin'|'api'|null $source The actor; default: the contact (user)
     * @param array<string, mixed>|null $payload The content of `data`
     */
    public function __construct(
        public string $event,
        public ?string $listId = null,
        public ?string $source = null,
        public ?array $payload = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            event: $data['event'],
            listId: $data['list_id'] ?? null,
            source: $data['source'] ?? null,
            payload: $data['payload'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'event.emit',
            'event' => $this->event,
            'list_id' => $this->listId,
            'source' => $this->source,
            'payload' => $this->payload,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
