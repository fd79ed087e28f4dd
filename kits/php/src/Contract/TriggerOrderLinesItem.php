<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A line. A product that the store does not have is made from `product` */
final readonly class TriggerOrderLinesItem implements \JsonSerializable
{
    /**
     * @param string|null $id The id of the line; default: its place, from 1
     * @param string|null $productId The id of a product of the store
     * @param string|null $productVariantId The id of a variant of the product; default: the first one
     * @param int|null $quantity Number of pieces; default 1
     * @param mixed $price The price of a piece; default: that of the variant
     * @param mixed $discount an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param CreateProduct|null $product A new product
     */
    public function __construct(
        public ?string $id = null,
        public ?string $productId = null,
        public ?string $productVariantId = null,
        public ?int $quantity = null,
        public mixed $price = null,
        public mixed $discount = null,
        public ?CreateProduct $product = null,
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
            product: isset($data['product']) ? CreateProduct::fromArray($data['product']) : null,
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
            'product' => $this->product,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
