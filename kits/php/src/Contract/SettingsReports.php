<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Reports of campaigns */
final readonly class SettingsReports implements \JsonSerializable
{
    /**
     * @param 'absent'|'shown'|null $proxyExcluded Whether reports show their opens without mail proxies as well: `proxy_excluded_opens`, `proxy_excluded_unique_opens` and `proxy_excluded_open_rate`
     */
    public function __construct(
        public ?string $proxyExcluded = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            proxyExcluded: $data['proxy_excluded'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'proxy_excluded' => $this->proxyExcluded,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
