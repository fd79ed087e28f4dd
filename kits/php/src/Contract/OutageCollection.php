<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The outages of a world, by name. */
final readonly class OutageCollection
{
    /**
     * @param list<Outage> $outages The outages
     * @param int $total Total number of outages
     */
    public function __construct(
        public array $outages,
        public int $total,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            outages: array_map(Outage::fromArray(...), $data['outages']),
            total: $data['total'],
        );
    }
}
