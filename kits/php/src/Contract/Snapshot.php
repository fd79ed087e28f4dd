<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A saved state of a world. */
final readonly class Snapshot
{
    /**
     * @param string $name Its name
     * @param string $at When it was taken, in the time of the world, ISO 8601
     * @param int $rows Number of rows in the world
     */
    public function __construct(
        public string $name,
        public string $at,
        public int $rows,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            name: $data['name'],
            at: $data['at'],
            rows: $data['rows'],
        );
    }
}
