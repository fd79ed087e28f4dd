<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How time passes from now on. */
final readonly class UpdateClock implements \JsonSerializable
{
    /**
     * @param 'frozen'|'realtime'|'scaled'|null $mode `frozen`: time stands still; `realtime`: it runs with real time; `scaled`: it runs faster or slower by a factor
     * @param int|float|null $rate Seconds that pass per real second; for `scaled` only
     */
    public function __construct(
        public ?string $mode = null,
        public int|float|null $rate = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            mode: $data['mode'] ?? null,
            rate: $data['rate'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'mode' => $this->mode,
            'rate' => $this->rate,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
