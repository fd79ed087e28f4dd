<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A customer fills a cart in a store, which sends it as by `POST /ecommerce/stores/{store_id}/carts`, with the same consequences. Nothing need be done for the cart to be abandoned: time passes. */
final readonly class CartFill implements \JsonSerializable
{
    /**
     * @param string $storeId The id of a store
     * @param TriggerCart $cart The cart
     */
    public function __construct(
        public string $storeId,
        public TriggerCart $cart,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            storeId: $data['store_id'],
            cart: TriggerCart::fromArray($data['cart']),
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'cart.fill',
            'store_id' => $this->storeId,
            'cart' => $this->cart,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
