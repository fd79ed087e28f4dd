<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Faults of a world, oldest first. */
final readonly class FaultCollection
{
    /**
     * @param list<Fault> $faults The faults
     * @param int $total Total number of faults; with `unfired`, of unfired ones
     */
    public function __construct(
        public array $faults,
        public int $total,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            faults: array_map(Fault::fromArray(...), $data['faults']),
            total: $data['total'],
        );
    }
}
