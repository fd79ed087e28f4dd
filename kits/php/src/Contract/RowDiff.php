<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The differences between two versions of a row. */
final readonly class RowDiff
{
    /**
     * @param string $id The values of its key fields, separated by commas, as in `GET .../state/{table}/{id}`
     * @param list<FieldDiff> $fields The fields that differ
     */
    public function __construct(
        public string $id,
        public array $fields,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            fields: array_map(FieldDiff::fromArray(...), $data['fields']),
        );
    }
}
