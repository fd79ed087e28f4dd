<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The service enables the account again. */
final readonly class AccountEnable implements \JsonSerializable
{
    /**
     */
    public function __construct(
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'account.enable',
        ], static fn (mixed $value): bool => $value !== null);
    }
}
