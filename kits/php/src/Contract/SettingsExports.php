<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Account exports */
final readonly class SettingsExports implements \JsonSerializable
{
    /**
     * @param string|int|float|null $interval Shortest time between two exports, ISO 8601 or milliseconds; 0 for no limit
     * @param string|int|float|null $build How long an export takes to build, ISO 8601 or milliseconds
     */
    public function __construct(
        public string|int|float|null $interval = null,
        public string|int|float|null $build = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            interval: $data['interval'] ?? null,
            build: $data['build'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'interval' => $this->interval,
            'build' => $this->build,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
