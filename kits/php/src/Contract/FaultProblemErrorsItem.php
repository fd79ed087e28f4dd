<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** FaultProblemErrorsItem */
final readonly class FaultProblemErrorsItem implements \JsonSerializable
{
    /**
     * @param string $field The field
     * @param string $message What is wrong with it
     */
    public function __construct(
        public string $field,
        public string $message,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            field: $data['field'],
            message: $data['message'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'field' => $this->field,
            'message' => $this->message,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
