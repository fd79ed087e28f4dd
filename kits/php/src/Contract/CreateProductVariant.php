<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A new variant */
final readonly class CreateProductVariant implements \JsonSerializable
{
    /**
     * @param mixed $id a text of your choice without control characters, and neither . nor .., or a number
     * @param string $title The title of the variant
     * @param string|null $url The page of the variant
     * @param string|null $sku The stock-keeping unit
     * @param mixed $price an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param int|null $inventoryQuantity The quantity in stock
     * @param string|null $imageUrl The URL of the image of the variant
     * @param string|null $backorders Whether the variant can be ordered while it is out of stock, in the words of the store
     * @param string|null $visibility Whether the variant is shown, in the words of the store
     */
    public function __construct(
        public mixed $id,
        public string $title,
        public ?string $url = null,
        public ?string $sku = null,
        public mixed $price = null,
        public ?int $inventoryQuantity = null,
        public ?string $imageUrl = null,
        public ?string $backorders = null,
        public ?string $visibility = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            title: $data['title'],
            url: $data['url'] ?? null,
            sku: $data['sku'] ?? null,
            price: $data['price'] ?? null,
            inventoryQuantity: $data['inventory_quantity'] ?? null,
            imageUrl: $data['image_url'] ?? null,
            backorders: $data['backorders'] ?? null,
            visibility: $data['visibility'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'title' => $this->title,
            'url' => $this->url,
            'sku' => $this->sku,
            'price' => $this->price,
            'inventory_quantity' => $this->inventoryQuantity,
            'image_url' => $this->imageUrl,
            'backorders' => $this->backorders,
            'visibility' => $this->visibility,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
