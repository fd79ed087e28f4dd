<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The clock of a world. */
final readonly class Clock
{
    /**
     * @param string $now The current time, ISO 8601
     * @param 'frozen'|'realtime'|'scaled' $mode `frozen`: time stands still; `realtime`: it runs with real time; `scaled`: it runs faster or slower by a factor
     * @param int|float $rate Seconds that pass per real second; 0 while the clock is frozen
     * @param list<ClockPendingItem> $pending Pending jobs, earliest first; at most 1000
     */
    public function __construct(
        public string $now,
        public string $mode,
        public int|float $rate,
        public array $pending,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            now: $data['now'],
            mode: $data['mode'],
            rate: $data['rate'],
            pending: array_map(ClockPendingItem::fromArray(...), $data['pending']),
        );
    }
}
