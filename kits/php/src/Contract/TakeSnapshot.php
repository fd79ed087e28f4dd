<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The name of the new snapshot. */
final readonly class TakeSnapshot implements \JsonSerializable
{
    /**
     * @param string $name letters, digits, dots, hyphens and underscores, at most 63
     */
    public function __construct(
        public string $name,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            name: $data['name'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'name' => $this->name,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
