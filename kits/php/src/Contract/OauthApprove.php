<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The configured user approves an application that wants to sign in. The answer has the authorization code. */
final readonly class OauthApprove implements \JsonSerializable
{
    /**
     * @param string $clientId The id of the application
     * @param string $redirectUri The registered redirect URI
     * @param string|null $state Returned to the application unchanged
     * @param string|null $codeChallenge The PKCE challenge of the application with the method S256: the SHA-256 of its `code_verifier` in base64url. The code can then be exchanged only with that verifier
     */
    public function __construct(
        public string $clientId,
        public string $redirectUri,
        public ?string $state = null,
        public ?string $codeChallenge = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            clientId: $data['client_id'],
            redirectUri: $data['redirect_uri'],
            state: $data['state'] ?? null,
            codeChallenge: $data['code_challenge'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'oauth.approve',
            'client_id' => $this->clientId,
            'redirect_uri' => $this->redirectUri,
            'state' => $this->state,
            'code_challenge' => $this->codeChallenge,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
