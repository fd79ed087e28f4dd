<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Delivery faults of a world, oldest first. */
final readonly class DeliveryFaultCollection
{
    /**
     * @param list<DeliveryFault> $deliveryFaults The delivery faults
     * @param int $total Total number of delivery faults
     */
    public function __construct(
        public array $deliveryFaults,
        public int $total,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            deliveryFaults: array_map(DeliveryFault::fromArray(...), $data['delivery_faults']),
            total: $data['total'],
        );
    }
}
