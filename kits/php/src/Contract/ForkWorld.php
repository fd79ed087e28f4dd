<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The id, the key and the settings of the new world. All are optional. */
final readonly class ForkWorld implements \JsonSerializable
{
    /**
     * @param string|null $id Lower-case letters, digits and hyphens, at most 63
     * @param string|null $apiKey Letters and digits, a hyphen, and a datacenter such as dc1
     * @param Settings|null $settings Settings that differ from the settings of the original. A reset keeps them
     */
    public function __construct(
        public ?string $id = null,
        public ?string $apiKey = null,
        public ?Settings $settings = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'] ?? null,
            apiKey: $data['api_key'] ?? null,
            settings: isset($data['settings']) ? Settings::fromArray($data['settings']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'api_key' => $this->apiKey,
            'settings' => $this->settings,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
