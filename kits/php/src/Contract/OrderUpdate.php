<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An order is paid, shipped, cancelled, refunded or changed otherwise, as by `PATCH /ecommerce/stores/{store_id}/orders/{order_id}`. Members that are left out stay as they are. */
final readonly class OrderUpdate implements \JsonSerializable
{
    /**
     * @param string $storeId The id of a store
     * @param string $orderId The id of an order of the store
     * @param TriggerOrder|null $order The order
     */
    public function __construct(
        public string $storeId,
        public string $orderId,
        public ?TriggerOrder $order = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            storeId: $data['store_id'],
            orderId: $data['order_id'],
            order: TriggerOrder::fromArray($data),
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'order.update',
            'store_id' => $this->storeId,
            'order_id' => $this->orderId,
            ...(array) $this->order?->jsonSerialize(),
        ], static fn (mixed $value): bool => $value !== null);
    }
}
