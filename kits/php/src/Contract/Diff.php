<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The differences between two states. */
final readonly class Diff
{
    /**
     * @param string $from The earlier state
     * @param string $to The later state
     * @param string $fromAt The time of the earlier state, ISO 8601
     * @param string $toAt The time of the later state, ISO 8601
     * @param list<TableDiff> $tables The tables that differ, in alphabetical order
     * @param int $omitted Number of rows that differ and are not shown because of `limit` and `offset`
     */
    public function __construct(
        public string $from,
        public string $to,
        public string $fromAt,
        public string $toAt,
        public array $tables,
        public int $omitted,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            from: $data['from'],
            to: $data['to'],
            fromAt: $data['from_at'],
            toAt: $data['to_at'],
            tables: array_map(TableDiff::fromArray(...), $data['tables']),
            omitted: $data['omitted'],
        );
    }
}
