<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Deliveries of a world, oldest first. */
final readonly class DeliveryCollection
{
    /**
     * @param list<Delivery> $deliveries The deliveries
     * @param int $total Total number of matching deliveries
     * @param int $evicted Number of deliveries of this world that were evicted; deliveries deleted on request do not count
     */
    public function __construct(
        public array $deliveries,
        public int $total,
        public int $evicted,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            deliveries: array_map(Delivery::fromArray(...), $data['deliveries']),
            total: $data['total'],
            evicted: $data['evicted'],
        );
    }
}
