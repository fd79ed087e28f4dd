<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Expected number of calls; default: at least one. */
final readonly class RequestCount implements \JsonSerializable
{
    /**
     * @param int|null $exactly Exactly this many
     * @param int|null $atLeast This many or more
     * @param int|null $atMost This many or fewer
     */
    public function __construct(
        public ?int $exactly = null,
        public ?int $atLeast = null,
        public ?int $atMost = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            exactly: $data['exactly'] ?? null,
            atLeast: $data['at_least'] ?? null,
            atMost: $data['at_most'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'exactly' => $this->exactly,
            'at_least' => $this->atLeast,
            'at_most' => $this->atMost,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
