<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An outage is over. Its faults are deleted, and the batches that they hold go on. */
final readonly class OutageEnd implements \JsonSerializable
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
            'trigger' => 'outage.end',
            'outage' => $this->outage,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
