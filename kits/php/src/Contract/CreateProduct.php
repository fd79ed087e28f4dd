<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A new product */
final readonly class CreateProduct implements \JsonSerializable
{
    /**
     * @param mixed $id a text of your choice without control characters, and neither . nor .., or a number
     * @param string $title The title of the product
     * @param list<CreateProductVariant> $variants The variants of the product
     * @param string|null $handle The handle of the product
     * @param string|null $url The page of the product
     * @param string|null $description The description of the product
     * @param string|null $type The type of the product
     * @param string|null $vendor The vendor, which conditions and automations call the category
     * @param string|null $imageUrl The URL of the main image
     * @param list<CreateProductImage>|null $images The images of the product
     * @param string|null $publishedAtForeign When the store published the product
     */
    public function __construct(
        public mixed $id,
        public string $title,
        public array $variants,
        public ?string $handle = null,
        public ?string $url = null,
        public ?string $description = null,
        public ?string $type = null,
        public ?string $vendor = null,
        public ?string $imageUrl = null,
        public ?array $images = null,
        public ?string $publishedAtForeign = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            title: $data['title'],
            variants: array_map(CreateProductVariant::fromArray(...), $data['variants']),
            handle: $data['handle'] ?? null,
            url: $data['url'] ?? null,
            description: $data['description'] ?? null,
            type: $data['type'] ?? null,
            vendor: $data['vendor'] ?? null,
            imageUrl: $data['image_url'] ?? null,
            images: isset($data['images']) ? array_map(CreateProductImage::fromArray(...), $data['images']) : null,
            publishedAtForeign: $data['published_at_foreign'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'title' => $this->title,
            'variants' => $this->variants,
            'handle' => $this->handle,
            'url' => $this->url,
            'description' => $this->description,
            'type' => $this->type,
            'vendor' => $this->vendor,
            'image_url' => $this->imageUrl,
            'images' => $this->images,
            'published_at_foreign' => $this->publishedAtForeign,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
