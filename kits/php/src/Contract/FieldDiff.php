<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The two values of a field. */
final readonly class FieldDiff
{
    /**
     * @param string $pointer A JSON pointer to the field in its row
     * @param mixed $from The earlier value; null if there is none
     * @param mixed $to The later value; null if there is none
     */
    public function __construct(
        public string $pointer,
        public mixed $from,
        public mixed $to,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            pointer: $data['pointer'],
            from: $data['from'],
            to: $data['to'],
        );
    }
}
