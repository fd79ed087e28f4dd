<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A line */
final readonly class TriggerCartLinesItem implements \JsonSerializable
{
    /**
     * @param string $productId The id of a product of the store
     * @param string|null $id The id of the line; default: its place, from 1
     * @param string|null $productVariantId The id of a variant of the product; default: the first one
     * @param int|null $quantity Number of pieces; default 1
     * @param mixed $price The price of a piece; default: that of the variant
     */
    public function __construct(
        public string $productId,
        public ?string $id = null,
        public ?string $productVariantId = null,
        public ?int $quantity = null,
        public mixed $price = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            productId: $data['product_id'],
            id: $data['id'] ?? null,
            productVariantId: $data['product_variant_id'] ?? null,
            quantity: $data['quantity'] ?? null,
            price: $data['price'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'product_id' => $this->productId,
            'id' => $this->id,
            'product_variant_id' => $this->productVariantId,
            'quantity' => $this->quantity,
            'price' => $this->price,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
