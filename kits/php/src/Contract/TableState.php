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
     * @param list<string> $amounts The members of rows, at any depth, that hold amounts of money
     * @param list<array<string, mixed>> $rows The rows
     * @param list<array<string, string>> $names For each row, the plain names of the things that it names, by field: `{ "customer_id": "ada@acme.test" }`
     * @param int $total Total number of rows in the table; with a filter, of matching rows
     */
    public function __construct(
        public string $table,
        public array $key,
        public array $amounts,
        public array $rows,
        public array $names,
        public int $total,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            table: $data['table'],
            key: $data['key'],
            amounts: $data['amounts'],
            rows: $data['rows'],
            names: $data['names'],
            total: $data['total'],
        );
    }
}
