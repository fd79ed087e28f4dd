<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** WhyChangeChangedItem */
final readonly class WhyChangeChangedItem
{
    /**
     * @param string $field The name of the field; nested fields with dots
     * @param mixed $from The old value; null if there was none
     * @param mixed $to The new value; null if there is none
     */
    public function __construct(
        public string $field,
        public mixed $from,
        public mixed $to,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            field: $data['field'],
            from: $data['from'],
            to: $data['to'],
        );
    }
}
