<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How far to advance: exactly one of `by`, `to` and `until`. */
final readonly class AdvanceClock implements \JsonSerializable
{
    /**
     * @param string|int|float|null $by An ISO 8601 duration such as PT31S or P1D, or milliseconds
     * @param string|null $to An instant, ISO 8601
     * @param 'idle'|null $until Advance until no job and no delivery is pending
     * @param string|int|float|null $maxWait Longest real time to wait for deliveries in total, ISO 8601 or milliseconds; default PT60S
     */
    public function __construct(
        public string|int|float|null $by = null,
        public ?string $to = null,
        public ?string $until = null,
        public string|int|float|null $maxWait = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            by: $data['by'] ?? null,
            to: $data['to'] ?? null,
            until: $data['until'] ?? null,
            maxWait: $data['max_wait'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'by' => $this->by,
            'to' => $this->to,
            'until' => $this->until,
            'max_wait' => $this->maxWait,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
