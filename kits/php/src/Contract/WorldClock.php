<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How time passes in the world */
final readonly class WorldClock
{
    /**
     * @param 'frozen'|'realtime'|'scaled' $mode `frozen`: time stands still; `realtime`: it runs with real time; `scaled`: it runs faster or slower by a factor
     * @param int|float $rate Seconds that pass in the world per real second; 0 while the clock is frozen
     */
    public function __construct(
        public string $mode,
        public int|float $rate,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            mode: $data['mode'],
            rate: $data['rate'],
        );
    }
}
