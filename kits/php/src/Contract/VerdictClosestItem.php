<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** VerdictClosestItem */
final readonly class VerdictClosestItem
{
    /**
     * @param string $id The id of the call
     * @param list<VerdictClosestItemDifferencesItem> $differences How it differs from `match`
     */
    public function __construct(
        public string $id,
        public array $differences,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            differences: array_map(VerdictClosestItemDifferencesItem::fromArray(...), $data['differences']),
        );
    }
}
