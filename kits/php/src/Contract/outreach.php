<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What led to the order */
final readonly class outreach implements \JsonSerializable
{
    /**
     * @param string|null $id The id of a campaign or landing page, or any other text
     */
    public function __construct(
        public ?string $id = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
