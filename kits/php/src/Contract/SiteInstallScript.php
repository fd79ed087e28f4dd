<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The script of a connected site is installed. */
final readonly class SiteInstallScript implements \JsonSerializable
{
    /**
     * @param string $foreignId The id of a connected site
     */
    public function __construct(
        public string $foreignId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            foreignId: $data['foreign_id'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'site.install_script',
            'foreign_id' => $this->foreignId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
