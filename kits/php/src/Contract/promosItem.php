<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A promotion */
final readonly class promosItem implements \JsonSerializable
{
    /**
     * @param string $code The code, which need not be a promo code of the store
     * @param mixed $amountDiscounted an amount, as a number or as digits with an optional sign and fraction, between -10^12 and 10^12
     * @param 'fixed'|'percentage' $type The kind of discount
     */
    public function __construct(
        public string $code,
        public mixed $amountDiscounted,
        public string $type,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            code: $data['code'],
            amountDiscounted: $data['amount_discounted'],
            type: $data['type'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'code' => $this->code,
            'amount_discounted' => $this->amountDiscounted,
            'type' => $this->type,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
