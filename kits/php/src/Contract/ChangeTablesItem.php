<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** ChangeTablesItem */
final readonly class ChangeTablesItem
{
    /**
     * @param string $table The name of the table, as in `GET .../state`
     * @param int $added Number of rows that it added
     * @param int $removed Number of rows that it removed
     * @param int $changed Number of rows that it changed
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
