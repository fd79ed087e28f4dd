<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Files of the file manager */
final readonly class SettingsFiles implements \JsonSerializable
{
    /**
     * @param int|null $maxBytes Maximum size of a file in bytes
     */
    public function __construct(
        public ?int $maxBytes = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            maxBytes: $data['max_bytes'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'max_bytes' => $this->maxBytes,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
