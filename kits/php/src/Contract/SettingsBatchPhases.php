<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How long single phases take instead of `phase`; for `started`, the time until the first operation runs, instead of `operation` */
final readonly class SettingsBatchPhases implements \JsonSerializable
{
    /**
     * @param string|int|float|null $pending From the turn of the batch until it is `preprocessing`, ISO 8601 or milliseconds
     * @param string|int|float|null $preprocessing From `preprocessing` until it is `started`, ISO 8601 or milliseconds
     * @param string|int|float|null $started From `started` until its first operation runs, ISO 8601 or milliseconds
     * @param string|int|float|null $finalizing From `finalizing` until it is `finished`, ISO 8601 or milliseconds
     */
    public function __construct(
        public string|int|float|null $pending = null,
        public string|int|float|null $preprocessing = null,
        public string|int|float|null $started = null,
        public string|int|float|null $finalizing = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            pending: $data['pending'] ?? null,
            preprocessing: $data['preprocessing'] ?? null,
            started: $data['started'] ?? null,
            finalizing: $data['finalizing'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'pending' => $this->pending,
            'preprocessing' => $this->preprocessing,
            'started' => $this->started,
            'finalizing' => $this->finalizing,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
