<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The number of rows that differ */
final readonly class TableDiffCounts
{
    /**
     * @param int $added Number of added rows
     * @param int $removed Number of removed rows
     * @param int $changed Number of changed rows
     */
    public function __construct(
        public int $added,
        public int $removed,
        public int $changed,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            added: $data['added'],
            removed: $data['removed'],
            changed: $data['changed'],
        );
    }
}
