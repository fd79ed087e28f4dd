<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The size of a world. */
final readonly class State
{
    /**
     * @param array<string, int> $tables The number of rows, by table
     * @param list<TableGroup> $groups The tables in groups
     */
    public function __construct(
        public array $tables,
        public array $groups,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            tables: $data['tables'],
            groups: array_map(TableGroup::fromArray(...), $data['groups']),
        );
    }
}
