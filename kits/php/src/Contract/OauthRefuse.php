<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The user refuses an application that wants to sign in. The answer has the parameters with which the user would be redirected to `redirect_uri` (RFC 6749, 4.1.2.1). No code is issued, and nothing changes. */
final readonly class OauthRefuse implements \JsonSerializable
{
    /**
     * @param string $clientId The id of the application
     * @param string $redirectUri The registered redirect URI
     * @param string|null $state Returned to the application unchanged
     */
    public function __construct(
        public string $clientId,
        public string $redirectUri,
        public ?string $state = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            clientId: $data['client_id'],
            redirectUri: $data['redirect_uri'],
            state: $data['state'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'oauth.refuse',
            'client_id' => $this->clientId,
            'redirect_uri' => $this->redirectUri,
            'state' => $this->state,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
