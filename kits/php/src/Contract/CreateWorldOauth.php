<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The registered application */
final readonly class CreateWorldOauth implements \JsonSerializable
{
    /**
     * @param string|null $clientId The id of the application
     * @param string|null $clientSecret Its secret
     * @param string|null $redirectUri The redirect URI, http or https
     */
    public function __construct(
        public ?string $clientId = null,
        public ?string $clientSecret = null,
        public ?string $redirectUri = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            clientId: $data['client_id'] ?? null,
            clientSecret: $data['client_secret'] ?? null,
            redirectUri: $data['redirect_uri'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
            'redirect_uri' => $this->redirectUri,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
