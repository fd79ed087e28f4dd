<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A line in a change of an order. With the id of a line it changes this line, with a new id it adds a line, without an id it changes the line of the same product and variant. */
final readonly class OrderLineEntry implements \JsonSerializable
{
    /**
     * @param string|null $id a text of your choice without control characters, and neither . nor ..
     * @param string|null $productId The id of a product of the store
     * @param string|null $productVariantId The id of a variant of the product
     * @param int|null $quantity Number of pieces
     * @param mixed $price an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param mixed $discount an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     */
    public function __construct(
        public ?string $id = null,
        public ?string $productId = null,
        public ?string $productVariantId = null,
        public ?int $quantity = null,
        public mixed $price = null,
        public mixed $discount = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'] ?? null,
            productId: $data['product_id'] ?? null,
            productVariantId: $data['product_variant_id'] ?? null,
            quantity: $data['quantity'] ?? null,
            price: $data['price'] ?? null,
            discount: $data['discount'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'product_id' => $this->productId,
            'product_variant_id' => $this->productVariantId,
            'quantity' => $this->quantity,
            'price' => $this->price,
            'discount' => $this->discount,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
