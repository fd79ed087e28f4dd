<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The API key of the account is valid again. */
final readonly class ApiKeyRestore implements \JsonSerializable
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
            'trigger' => 'api_key.restore',
        ], static fn (mixed $value): bool => $value !== null);
    }
}
