<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The API key of the account is revoked. Every call with an API key is answered with 401 API Key Invalid, and so are the operations of its batches that have not run. The access tokens of applications are still valid. */
final readonly class ApiKeyRevoke implements \JsonSerializable
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
            'trigger' => 'api_key.revoke',
        ], static fn (mixed $value): bool => $value !== null);
    }
}
