<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Tables of one kind. */
final readonly class TableGroup
{
    /**
     * @param string $group A heading: `Lists and members`
     * @param bool $internal Whether the tables keep the books of the double, or follow from the rows of others
     * @param list<NamedTable> $tables The tables
     */
    public function __construct(
        public string $group,
        public bool $internal,
        public array $tables,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            group: $data['group'],
            internal: $data['internal'],
            tables: array_map(NamedTable::fromArray(...), $data['tables']),
        );
    }
}
