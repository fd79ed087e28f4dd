<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The differences between two versions of a table. */
final readonly class TableDiff
{
    /**
     * @param string $table The name of the table
     * @param list<string> $key The key fields
     * @param list<RowDiff> $added The rows that only the later state has, with all fields that are not empty
     * @param list<RowDiff> $removed The rows that only the earlier state has, with all fields that are not empty
     * @param list<RowDiff> $changed The rows that both have and that differ
     * @param TableDiffCounts $counts The number of rows that differ
     * @param int $omitted Number of rows of this table that differ and are not shown
     */
    public function __construct(
        public string $table,
        public array $key,
        public array $added,
        public array $removed,
        public array $changed,
        public TableDiffCounts $counts,
        public int $omitted,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            table: $data['table'],
            key: $data['key'],
            added: array_map(RowDiff::fromArray(...), $data['added']),
            removed: array_map(RowDiff::fromArray(...), $data['removed']),
            changed: array_map(RowDiff::fromArray(...), $data['changed']),
            counts: TableDiffCounts::fromArray($data['counts']),
            omitted: $data['omitted'],
        );
    }
}
