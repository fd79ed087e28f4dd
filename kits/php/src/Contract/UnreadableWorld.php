<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A saved world that can't be read. Its data is left untouched. */
final readonly class UnreadableWorld
{
    /**
     * @param string $id The id of the world
     * @param string $reason The place where the world is saved, the mistake, and how to repair it
     */
    public function __construct(
        public string $id,
        public string $reason,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            reason: $data['reason'],
        );
    }
}
