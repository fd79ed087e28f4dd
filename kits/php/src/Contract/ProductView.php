<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A known contact looks at a product on the site of a store, whose script reports it: the store has a domain. The contact enters the store's workflows of the type `abandonedBrowse`. */
final readonly class ProductView implements \JsonSerializable
{
    /**
     * @param string $storeId The id of a store
     * @param string $productId The id of a product of the store
     * @param string $emailAddress The address of a member
     */
    public function __construct(
        public string $storeId,
        public string $productId,
        public string $emailAddress,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            storeId: $data['store_id'],
            productId: $data['product_id'],
            emailAddress: $data['email_address'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'product.view',
            'store_id' => $this->storeId,
            'product_id' => $this->productId,
            'email_address' => $this->emailAddress,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
