<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The order */
final readonly class TriggerOrder implements \JsonSerializable
{
    /**
     * @param string|null $id The id of the order; default: `o` and the next number
     * @param TriggerCustomer|null $customer The customer. A known one is named by its `id` or `email_address`, and other members change it; another one is made, and needs an address
     * @param string|null $campaignId A campaign to the list of the store; empty for none
     * @param string|null $landingSite The URL at which the buyer came to the store, which may name a campaign by `cid`
     * @param string|null $financialStatus The state of the payment, such as `paid`
     * @param string|null $fulfillmentStatus The state of the delivery, such as `shipped`
     * @param string|null $orderUrl The page of the order
     * @param mixed $discountTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param mixed $taxTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param mixed $shippingTotal an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param 'prec'|''|null $trackingCode `prec` if recommendations of the service led to the order; an empty text unsets it
     * @param string|null $cancelledAtForeign When the order was cancelled; an empty text takes it back
     * @param string|null $updatedAtForeign When the store last changed the order; an empty text unsets it
     * @param OrderAddressInput|null $shippingAddress An address of an order, each member optional
     * @param OrderAddressInput|null $billingAddress An address of an order, each member optional
     * @param list<TriggerPromosItem>|null $promos The promotions that the order used
     * @param TriggerOutreach|null $outreach What led to the order
     * @param string|null $trackingNumber The number of the parcel
     * @param string|null $trackingCarrier The carrier of the parcel
     * @param string|null $trackingUrl The page where the parcel is tracked
     * @param mixed $cartId The id of the cart that became the order, which need not exist
     * @param string|null $currencyCode The currency; default: that of the store
     * @param mixed $orderTotal The total; default: quantity × price of the lines, less their discounts, plus tax and shipping, less `discount_total`
     * @param string|null $processedAtForeign When the order was placed; default: now
     * @param list<TriggerOrderLinesItem>|null $lines The lines, at least one
     */
    public function __construct(
        public ?string $id = null,
        public ?TriggerCustomer $customer = null,
        public ?string $campaignId = null,
        public ?string $landingSite = null,
        public ?string $financialStatus = null,
        public ?string $fulfillmentStatus = null,
        public ?string $orderUrl = null,
        public mixed $discountTotal = null,
        public mixed $taxTotal = null,
        public mixed $shippingTotal = null,
        public ?string $trackingCode = null,
        public ?string $cancelledAtForeign = null,
        public ?string $updatedAtForeign = null,
        public ?OrderAddressInput $shippingAddress = null,
        public ?OrderAddressInput $billingAddress = null,
        public ?array $promos = null,
        public ?TriggerOutreach $outreach = null,
        public ?string $trackingNumber = null,
        public ?string $trackingCarrier = null,
        public ?string $trackingUrl = null,
        public mixed $cartId = null,
        public ?string $currencyCode = null,
        public mixed $orderTotal = null,
        public ?string $processedAtForeign = null,
        public ?array $lines = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'] ?? null,
            customer: isset($data['customer']) ? TriggerCustomer::fromArray($data['customer']) : null,
            campaignId: $data['campaign_id'] ?? null,
            landingSite: $data['landing_site'] ?? null,
            financialStatus: $data['financial_status'] ?? null,
            fulfillmentStatus: $data['fulfillment_status'] ?? null,
            orderUrl: $data['order_url'] ?? null,
            discountTotal: $data['discount_total'] ?? null,
            taxTotal: $data['tax_total'] ?? null,
            shippingTotal: $data['shipping_total'] ?? null,
            trackingCode: $data['tracking_code'] ?? null,
            cancelledAtForeign: $data['cancelled_at_foreign'] ?? null,
            updatedAtForeign: $data['updated_at_foreign'] ?? null,
            shippingAddress: isset($data['shipping_address']) ? OrderAddressInput::fromArray($data['shipping_address']) : null,
            billingAddress: isset($data['billing_address']) ? OrderAddressInput::fromArray($data['billing_address']) : null,
            promos: isset($data['promos']) ? array_map(TriggerPromosItem::fromArray(...), $data['promos']) : null,
            outreach: isset($data['outreach']) ? TriggerOutreach::fromArray($data['outreach']) : null,
            trackingNumber: $data['tracking_number'] ?? null,
            trackingCarrier: $data['tracking_carrier'] ?? null,
            trackingUrl: $data['tracking_url'] ?? null,
            cartId: $data['cart_id'] ?? null,
            currencyCode: $data['currency_code'] ?? null,
            orderTotal: $data['order_total'] ?? null,
            processedAtForeign: $data['processed_at_foreign'] ?? null,
            lines: isset($data['lines']) ? array_map(TriggerOrderLinesItem::fromArray(...), $data['lines']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'customer' => $this->customer,
            'campaign_id' => $this->campaignId,
            'landing_site' => $this->landingSite,
            'financial_status' => $this->financialStatus,
            'fulfillment_status' => $this->fulfillmentStatus,
            'order_url' => $this->orderUrl,
            'discount_total' => $this->discountTotal,
            'tax_total' => $this->taxTotal,
            'shipping_total' => $this->shippingTotal,
            'tracking_code' => $this->trackingCode,
            'cancelled_at_foreign' => $this->cancelledAtForeign,
            'updated_at_foreign' => $this->updatedAtForeign,
            'shipping_address' => $this->shippingAddress,
            'billing_address' => $this->billingAddress,
            'promos' => $this->promos,
            'outreach' => $this->outreach,
            'tracking_number' => $this->trackingNumber,
            'tracking_carrier' => $this->trackingCarrier,
            'tracking_url' => $this->trackingUrl,
            'cart_id' => $this->cartId,
            'currency_code' => $this->currencyCode,
            'order_total' => $this->orderTotal,
            'processed_at_foreign' => $this->processedAtForeign,
            'lines' => $this->lines,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
