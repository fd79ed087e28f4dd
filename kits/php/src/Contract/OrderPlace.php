<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A customer orders in a store, which sends the order as by `POST /ecommerce/stores/{store_id}/orders`, with the same consequences. A store of the service's own shop builder gets its orders only in this way. */
final readonly class OrderPlace implements \JsonSerializable
{
    /**
     * @param string $storeId The id of a store
     * @param TriggerOrder $order The order
     */
    public function __construct(
        public string $storeId,
        public TriggerOrder $order,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            storeId: $data['store_id'],
            order: TriggerOrder::fromArray($data['order']),
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'order.place',
            'store_id' => $this->storeId,
            'order' => $this->order,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
