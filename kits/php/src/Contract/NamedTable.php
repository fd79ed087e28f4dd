<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A table with its name for people. */
final readonly class NamedTable
{
    /**
     * @param string $table The name of the table
     * @param string $title Its name for people: `Sending domains`
     * @param int $rows Number of rows
     */
    public function __construct(
        public string $table,
        public string $title,
        public int $rows,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            table: $data['table'],
            title: $data['title'],
            rows: $data['rows'],
        );
    }
}
