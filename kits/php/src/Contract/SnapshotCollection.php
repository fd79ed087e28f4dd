<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The snapshots of a world. */
final readonly class SnapshotCollection
{
    /**
     * @param list<Snapshot> $snapshots The snapshots
     */
    public function __construct(
        public array $snapshots,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            snapshots: array_map(Snapshot::fromArray(...), $data['snapshots']),
        );
    }
}
