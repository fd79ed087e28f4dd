<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Rows of a table. */
final readonly class TableState
{
    /**
     * @param string $table The name of the table
     * @param list<string> $key The key fields
     * @param list<array<string, mixed>> $rows The rows
     * @param int $total Total number of rows in the table; with `text`, `list_id` or `store_id`, of matching rows
     */
    public function __construct(
        public string $table,
        public array $key,
        public array $rows,
        public int $total,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            table: $data['table'],
            key: $data['key'],
            rows: $data['rows'],
            total: $data['total'],
        );
    }
}
