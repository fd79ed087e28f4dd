<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A line */
final readonly class TriggerCartLinesItem implements \JsonSerializable
{
    /**
     * @param string $productId The id of a product of the store
     * @param string|null $id a text of your choice without control characters, and neither . nor ..
     * @param string|null $productVariantId The id of a variant of the product; default: the first one
     * @param int|null $quantity Number of pieces; default 1
     * @param mixed $price an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
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
