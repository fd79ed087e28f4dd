<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The service disables the account; every call is answered with User Disabled. */
final readonly class AccountDisable implements \JsonSerializable
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
            'trigger' => 'account.disable',
        ], static fn (mixed $value): bool => $value !== null);
    }
}
