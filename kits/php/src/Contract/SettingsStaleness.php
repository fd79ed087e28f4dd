<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Reads that lag behind, as those of the service do for minutes. Writes, and reads of single things, are always current */
final readonly class SettingsStaleness implements \JsonSerializable
{
    /**
     * @param string|int|float|null $lag How far reads lag behind the time of the world, ISO 8601 or milliseconds, at most P7D; 0 for not at all. A world keeps up to 2,000 earlier states for that, which share all that did not change; they begin when the setting is made or the process starts, and a fork begins without any
     * @param list<string>|null $reads Which reads lag behind: collections, the search for members, segments with their members, and reports. Operations of batches never do
     */
    public function __construct(
        public string|int|float|null $lag = null,
        public ?array $reads = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            lag: $data['lag'] ?? null,
            reads: $data['reads'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'lag' => $this->lag,
            'reads' => $this->reads,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
