<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The words of a deployment that differ from the words of the reference, as docs/sdk.md describes; null for none. Each part is replaced as a whole. The environment variable names a file */
final readonly class SettingsVocabulary implements \JsonSerializable
{
    /**
     * @param array<string, string>|null $paths Fixed segments of paths
     * @param array<string, string>|null $keys Names of members and query parameters
     * @param array<string, array<string, string>>|null $values Values, by the key that holds them
     * @param array<string, string>|null $headers Names of headers
     * @param string|null $userAgent User agent of webhooks, in ASCII
     */
    public function __construct(
        public ?array $paths = null,
        public ?array $keys = null,
        public ?array $values = null,
        public ?array $headers = null,
        public ?string $userAgent = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            paths: $data['paths'] ?? null,
            keys: $data['keys'] ?? null,
            values: $data['values'] ?? null,
            headers: $data['headers'] ?? null,
            userAgent: $data['user_agent'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'paths' => $this->paths,
            'keys' => $this->keys,
            'values' => $this->values,
            'headers' => $this->headers,
            'user_agent' => $this->userAgent,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
