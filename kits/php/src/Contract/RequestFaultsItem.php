<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** RequestFaultsItem */
final readonly class RequestFaultsItem
{
    /**
     * @param int $id The id of the fault
     * @param string $effect What the fault did: `problem`, `latency`, `mutate`, or the effect on the connection
     */
    public function __construct(
        public int $id,
        public string $effect,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            effect: $data['effect'],
        );
    }
}
