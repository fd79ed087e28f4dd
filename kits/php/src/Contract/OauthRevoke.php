<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The user revokes the access of an application. */
final readonly class OauthRevoke implements \JsonSerializable
{
    /**
     * @param string $accessToken The application's access token
     */
    public function __construct(
        public string $accessToken,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            accessToken: $data['access_token'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'oauth.revoke',
            'access_token' => $this->accessToken,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
