<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Stores, their customers, carts and orders */
final readonly class SettingsCommerce implements \JsonSerializable
{
    /**
     * @param 'last_touch'|'touch_only'|'given'|null $attribution Which campaign an order belongs to: that of the last click or open before it, else the one that was given (`last_touch`); only that of the last click or open (`touch_only`); only the one that was given (`given`)
     * @param string|null $clickWindow How long after a click an order belongs to its campaign, ISO 8601; `P0D` turns clicks off
     * @param string|null $openWindow How long after an open an order belongs to its campaign, ISO 8601; `P0D` turns opens off
     * @param 'not_cancelled'|'paid'|'all'|null $counts Which orders count in sums: those that are not cancelled, those that are `paid` and not cancelled, or all
     * @param list<string>|null $orderNotifications Kinds of order notifications that stores without notifications of their own send
     * @param 'create'|'require'|null $cartContact What a cart for an address that is not on the list does: makes the contact, or is refused
     * @param int|null $maxStores Maximum number of stores in the account; -1 for no limit
     */
    public function __construct(
        public ?string $attribution = null,
        public ?string $clickWindow = null,
        public ?string $openWindow = null,
        public ?string $counts = null,
        public ?array $orderNotifications = null,
        public ?string $cartContact = null,
        public ?int $maxStores = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            attribution: $data['attribution'] ?? null,
            clickWindow: $data['click_window'] ?? null,
            openWindow: $data['open_window'] ?? null,
            counts: $data['counts'] ?? null,
            orderNotifications: $data['order_notifications'] ?? null,
            cartContact: $data['cart_contact'] ?? null,
            maxStores: $data['max_stores'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'attribution' => $this->attribution,
            'click_window' => $this->clickWindow,
            'open_window' => $this->openWindow,
            'counts' => $this->counts,
            'order_notifications' => $this->orderNotifications,
            'cart_contact' => $this->cartContact,
            'max_stores' => $this->maxStores,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
