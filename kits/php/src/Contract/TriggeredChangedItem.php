<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** TriggeredChangedItem */
final readonly class TriggeredChangedItem
{
    /**
     * @param string $entity The kind of object
     * @param string $id Its id as the API shows it
     * @param string|null $listId Its list, if it belongs to one
     */
    public function __construct(
        public string $entity,
        public string $id,
        public ?string $listId = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            entity: $data['entity'],
            id: $data['id'],
            listId: $data['list_id'] ?? null,
        );
    }
}
