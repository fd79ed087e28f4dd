<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** TriggeredEventsItem */
final readonly class TriggeredEventsItem
{
    /**
     * @param 'subscribe'|'unsubscribe'|'profile'|'upemail'|'cleaned'|'campaign'|'batch_operation_completed' $event A webhook event
     * @param string|null $id The subject of the event, if there is one: the `unique_email_id` of a member, or the id of a campaign
     * @param string|null $listId The list of the event
     */
    public function __construct(
        public string $event,
        public ?string $id = null,
        public ?string $listId = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            event: $data['event'],
            id: $data['id'] ?? null,
            listId: $data['list_id'] ?? null,
        );
    }
}
