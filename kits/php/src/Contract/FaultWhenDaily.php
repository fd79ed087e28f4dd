<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Only calls in this window of each day of the world */
final readonly class FaultWhenDaily implements \JsonSerializable
{
    /**
     * @param string $from The time of day in UTC: `10:00`
     * @param string|int|float $for The length of the window, ISO 8601 or milliseconds; at most P1D
     */
    public function __construct(
        public string $from,
        public string|int|float $for,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            from: $data['from'],
            for: $data['for'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'from' => $this->from,
            'for' => $this->for,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
