<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How long calls of an operation take */
final readonly class SettingsOperationTimes implements \JsonSerializable
{
    /**
     * @param string|int|float|null $call Time for each call, ISO 8601 or milliseconds; by default `service_time`
     * @param string|int|float|null $row Time for each row that `count` asks for, ISO 8601 or milliseconds; none by default
     * @param string|int|float|null $skipped Time for each row that `offset` skips, ISO 8601 or milliseconds; none by default
     */
    public function __construct(
        public string|int|float|null $call = null,
        public string|int|float|null $row = null,
        public string|int|float|null $skipped = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            call: $data['call'] ?? null,
            row: $data['row'] ?? null,
            skipped: $data['skipped'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'call' => $this->call,
            'row' => $this->row,
            'skipped' => $this->skipped,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
