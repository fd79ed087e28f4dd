<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Holds the batch that a matching call creates at the end of a phase: for a time of the world, or until the fault is deleted. Match the operation `createBatch`. */
final readonly class FaultHold implements \JsonSerializable
{
    /**
     * @param 'pending'|'preprocessing'|'started'|'finalizing' $phase The phase that the batch does not leave; in `started`, no operation runs
     * @param string|int|float|null $for How much longer the phase lasts, in the time of the world, ISO 8601 or milliseconds; by default until the fault is deleted
     */
    public function __construct(
        public string $phase,
        public string|int|float|null $for = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            phase: $data['phase'],
            for: $data['for'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'phase' => $this->phase,
            'for' => $this->for,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
