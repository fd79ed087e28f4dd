<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Sign-in of applications */
final readonly class SettingsOauth implements \JsonSerializable
{
    /**
     * @param 'page'|'at_once'|null $approve `page`: a person approves on a page; `at_once`: the configured user approves automatically
     * @param string|int|float|null $codeLifetime How long an authorization code is valid, ISO 8601 or milliseconds
     * @param 'strict'|'rfc6749'|null $tokenShape The format of the token answer: that of the service's reference, or that of RFC 6749, which some client libraries require
     */
    public function __construct(
        public ?string $approve = null,
        public string|int|float|null $codeLifetime = null,
        public ?string $tokenShape = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            approve: $data['approve'] ?? null,
            codeLifetime: $data['code_lifetime'] ?? null,
            tokenShape: $data['token_shape'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'approve' => $this->approve,
            'code_lifetime' => $this->codeLifetime,
            'token_shape' => $this->tokenShape,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
