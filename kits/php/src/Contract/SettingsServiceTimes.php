<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How long calls take, by operation and by row */
final readonly class SettingsServiceTimes implements \JsonSerializable
{
    /**
     * @param 'real'|'world'|null $clock Whose time calls take: `real` time, or the time of the `world`. A frozen clock then moves forward with each call, and runs what falls due
     * @param array<string, SettingsOperationTimes>|null $operations How long calls of single operations take, by operationId; `*` stands for all others: `{ getEmailActivity: { row: PT0.02S } }`. At most ten minutes each. Operations of batches have `batch.operation`
     */
    public function __construct(
        public ?string $clock = null,
        public ?array $operations = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            clock: $data['clock'] ?? null,
            operations: isset($data['operations']) ? array_map(SettingsOperationTimes::fromArray(...), $data['operations']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'clock' => $this->clock,
            'operations' => $this->operations,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
