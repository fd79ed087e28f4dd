<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Addresses that cannot be added to lists, as the service refuses some */
final readonly class SettingsRefusedAddresses implements \JsonSerializable
{
    /**
     * @param list<string>|null $looksFake Addresses, or local parts such as `test`, that are refused with the phrase `looks fake or invalid`
     * @param list<string>|null $manyLists Addresses, or local parts, that are refused with the phrase `signed up to a lot of lists very recently`
     */
    public function __construct(
        public ?array $looksFake = null,
        public ?array $manyLists = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            looksFake: $data['looks_fake'] ?? null,
            manyLists: $data['many_lists'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'looks_fake' => $this->looksFake,
            'many_lists' => $this->manyLists,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
