<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A named set of faults and delivery faults. */
final readonly class Outage
{
    /**
     * @param string $outage Its name in the scenario
     * @param bool $active Whether a fault or a delivery fault of it exists
     * @param list<int> $faults The numbers of its faults in the world
     * @param list<int> $deliveryFaults The numbers of its delivery faults in the world
     * @param list<mixed> $consistsOf Its faults, as the scenario names them
     */
    public function __construct(
        public string $outage,
        public bool $active,
        public array $faults,
        public array $deliveryFaults,
        public array $consistsOf,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            outage: $data['outage'],
            active: $data['active'],
            faults: $data['faults'],
            deliveryFaults: $data['delivery_faults'],
            consistsOf: $data['consists_of'],
        );
    }
}
