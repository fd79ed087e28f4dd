<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Authorized applications */
final readonly class SettingsAuthorizedApps implements \JsonSerializable
{
    /**
     * @param 'on'|'off'|null $link Whether `POST /authorized-apps` exists, which the service removed in January 2021
     */
    public function __construct(
        public ?string $link = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            link: $data['link'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'link' => $this->link,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
