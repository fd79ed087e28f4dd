<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The object that a job acts on. */
final readonly class JobSubject
{
    /**
     * @param string $entity The kind of object: `batch`, `account_export`, `delivery`, `campaign` or `timeline_step`
     * @param string $table Its table, as in `GET .../state`
     * @param string $id The id of its row in this table
     */
    public function __construct(
        public string $entity,
        public string $table,
        public string $id,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            entity: $data['entity'],
            table: $data['table'],
            id: $data['id'],
        );
    }
}
