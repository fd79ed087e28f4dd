<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** When the service stops sending to a webhook of a list, without a word in the API: as soon as `rate` of at least `least` attempts within a period failed; null for never. `GET .../why` tells */
final readonly class SettingsWebhooksGiveUp implements \JsonSerializable
{
    /**
     * @param int|float $rate The share of failed attempts, such as 0.5
     * @param string|int|float $within The period, in the time of the world, ISO 8601 or milliseconds
     * @param int|null $least The least number of attempts in the period; by default 10
     */
    public function __construct(
        public int|float $rate,
        public string|int|float $within,
        public ?int $least = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            rate: $data['rate'],
            within: $data['within'],
            least: $data['least'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'rate' => $this->rate,
            'within' => $this->within,
            'least' => $this->least,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
