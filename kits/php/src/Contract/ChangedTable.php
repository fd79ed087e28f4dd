<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How many rows of a table were changed. */
final readonly class ChangedTable
{
    /**
     * @param string $table The name of the table, as in `GET .../state`
     * @param int $added Number of added rows
     * @param int $removed Number of removed rows
     * @param int $changed Number of changed rows
     */
    public function __construct(
        public string $table,
        public int $added,
        public int $removed,
        public int $changed,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            table: $data['table'],
            added: $data['added'],
            removed: $data['removed'],
            changed: $data['changed'],
        );
    }
}
