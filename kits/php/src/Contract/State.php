<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The size of a world. */
final readonly class State
{
    /**
     * @param array<string, int> $tables The number of rows, by table
     */
    public function __construct(
        public array $tables,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            tables: $data['tables'],
        );
    }
}
