<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The object that is in the way, if there is one */
final readonly class NonEventAbout
{
    /**
     * @param 'webhook'|'batch_webhook'|'list'|'automation'|'campaign'|'delivery'|'delivery_fault'|'fault'|'job' $entity Its kind
     * @param string $id Its id
     * @param string|null $listId Its list, if it has one
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
