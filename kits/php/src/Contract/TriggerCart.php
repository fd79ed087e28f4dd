<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The cart */
final readonly class TriggerCart implements \JsonSerializable
{
    /**
     * @param TriggerCustomer $customer The customer. A known one is named by its `id` or `email_address`, and other members change it; another one is made, and needs an address
     * @param list<TriggerCartLinesItem> $lines The lines, at least one
     * @param string|null $id The id of the cart; default: `cart` and the next number
     * @param string|null $campaignId A campaign to the list of the store; empty for none
     * @param string|null $checkoutUrl Where the customer can order what is in the cart
     * @param string|null $currencyCode The currency; default: that of the store
     * @param mixed $orderTotal The total; default: quantity × price of the lines, plus tax
     * @param mixed $taxTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     */
    public function __construct(
        public TriggerCustomer $customer,
        public array $lines,
        public ?string $id = null,
        public ?string $campaignId = null,
        public ?string $checkoutUrl = null,
        public ?string $currencyCode = null,
        public mixed $orderTotal = null,
        public mixed $taxTotal = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            customer: TriggerCustomer::fromArray($data['customer']),
            lines: array_map(TriggerCartLinesItem::fromArray(...), $data['lines']),
            id: $data['id'] ?? null,
            campaignId: $data['campaign_id'] ?? null,
            checkoutUrl: $data['checkout_url'] ?? null,
            currencyCode: $data['currency_code'] ?? null,
            orderTotal: $data['order_total'] ?? null,
            taxTotal: $data['tax_total'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'customer' => $this->customer,
            'lines' => $this->lines,
            'id' => $this->id,
            'campaign_id' => $this->campaignId,
            'checkout_url' => $this->checkoutUrl,
            'currency_code' => $this->currencyCode,
            'order_total' => $this->orderTotal,
            'tax_total' => $this->taxTotal,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
