<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A new image */
final readonly class CreateProductImage implements \JsonSerializable
{
    /**
     * @param string $id a text of your choice without control characters, and neither . nor ..
     * @param string $url The URL of the image, which is not fetched
     * @param list<mixed>|null $variantIds The ids of the variants that the image shows, which need not exist
     */
    public function __construct(
        public string $id,
        public string $url,
        public ?array $variantIds = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            url: $data['url'],
            variantIds: $data['variant_ids'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'url' => $this->url,
            'variant_ids' => $this->variantIds,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
