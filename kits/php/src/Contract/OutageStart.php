<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An outage that the scenario names begins. Its faults are created; an outage that is active stays as it is. */
final readonly class OutageStart implements \JsonSerializable
{
    /**
     * @param string $outage a name of lower-case letters, digits and hyphens, at most 63
     */
    public function __construct(
        public string $outage,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            outage: $data['outage'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'outage.start',
            'outage' => $this->outage,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
