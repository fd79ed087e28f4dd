<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A registered application */
final readonly class WorldOauth
{
    /**
     * @param string $clientId The id of the application
     * @param string $clientSecret Its secret
     * @param string $redirectUri The redirect URI
     */
    public function __construct(
        public string $clientId,
        public string $clientSecret,
        public string $redirectUri,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            clientId: $data['client_id'],
            clientSecret: $data['client_secret'],
            redirectUri: $data['redirect_uri'],
        );
    }
}
