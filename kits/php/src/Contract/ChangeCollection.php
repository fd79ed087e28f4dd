<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Changes of a world. */
final readonly class ChangeCollection
{
    /**
     * @param list<Change> $changes The changes
     * @param int $total Total number of matching changes
     * @param int $evicted Number of changed rows of this world that were evicted, matching or not
     */
    public function __construct(
        public array $changes,
        public int $total,
        public int $evicted,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            changes: array_map(Change::fromArray(...), $data['changes']),
            total: $data['total'],
            evicted: $data['evicted'],
        );
    }
}
