<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A sending domain is authenticated. */
final readonly class DomainAuthenticate implements \JsonSerializable
{
    /**
     * @param string $domain A domain of the account
     */
    public function __construct(
        public string $domain,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            domain: $data['domain'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'domain.authenticate',
            'domain' => $this->domain,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
