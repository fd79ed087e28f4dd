<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A delivery fault and its counters. */
final readonly class DeliveryFault
{
    /**
     * @param int $id The number of the delivery fault in its world
     * @param DeliveryMatch $match Selects deliveries. Every member that is given must match; without members, all deliveries match.
     * @param mixed $effect `duplicate`: the receiver gets it twice, as two deliveries of which the second names the first as `duplicate_of`. `drop`: it is never sent and stays `recorded` with a `reason`. `reorder`: it goes out right after the next delivery to the same webhook, or after one minute of the time of the world if none comes; meanwhile the next delivery to that webhook is not held back as well. An object with `delay`: it goes out that much later in the time of the world, and other deliveries to the same webhook do not wait for it. An object with `omit`: its payload lacks these fields, in every attempt
     * @param FaultWhen $when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
     * @param bool $mustFire Whether a test fails if the fault never fires
     * @param FaultWindow|null $window The current or next window of `between` or `daily`, or the last one; null without a window
     * @param string|null $outage The outage that it belongs to; null if none
     * @param bool $usedUp Whether it can no longer fire: its deliveries are counted out, or its time is over
     * @param int $seen Number of deliveries it matched
     * @param int $fired Number of times it fired
     * @param int|null $lastFiredDelivery The last delivery it affected; if it duplicated one, the original
     */
    public function __construct(
        public int $id,
        public DeliveryMatch $match,
        public mixed $effect,
        public FaultWhen $when,
        public bool $mustFire,
        public ?FaultWindow $window,
        public ?string $outage,
        public bool $usedUp,
        public int $seen,
        public int $fired,
        public ?int $lastFiredDelivery,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            match: DeliveryMatch::fromArray($data['match']),
            effect: $data['effect'],
            when: FaultWhen::fromArray($data['when']),
            mustFire: $data['must_fire'],
            window: isset($data['window']) ? FaultWindow::fromArray($data['window']) : null,
            outage: $data['outage'] ?? null,
            usedUp: $data['used_up'],
            seen: $data['seen'],
            fired: $data['fired'],
            lastFiredDelivery: $data['last_fired_delivery'] ?? null,
        );
    }
}
