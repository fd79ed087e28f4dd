<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Outgoing webhooks */
final readonly class SettingsWebhooks implements \JsonSerializable
{
    /**
     * @param 'deliver'|'record'|null $mode `deliver`: webhooks are sent; `record`: they are only recorded
     * @param 'send'|'strict'|'off'|null $validation How a new webhook URL is validated with a GET: `send` ignores the answer, `strict` rejects the URL unless it answers 2xx, `off` sends no GET
     * @param list<string|int|float>|null $retries Delays of the retries of a failed delivery, counted from the first attempt, ISO 8601 or milliseconds
     * @param SettingsWebhooksGiveUp|null $giveUp When the service stops sending to a webhook of a list, without a word in the API: as soon as `rate` of at least `least` attempts within a period failed; null for never. `GET .../why` tells
     * @param string|int|float|null $timeout Longest real time an attempt may take, ISO 8601 or milliseconds
     * @param 'on'|'off'|null $signing Whether new webhooks are signed if they do not say so themselves by `signing_enabled`
     * @param 'world'|'real'|null $signingTime The `t` of signatures: the time of the world, or real time
     */
    public function __construct(
        public ?string $mode = null,
        public ?string $validation = null,
        public ?array $retries = null,
        public ?SettingsWebhooksGiveUp $giveUp = null,
        public string|int|float|null $timeout = null,
        public ?string $signing = null,
        public ?string $signingTime = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            mode: $data['mode'] ?? null,
            validation: $data['validation'] ?? null,
            retries: $data['retries'] ?? null,
            giveUp: isset($data['give_up']) ? SettingsWebhooksGiveUp::fromArray($data['give_up']) : null,
            timeout: $data['timeout'] ?? null,
            signing: $data['signing'] ?? null,
            signingTime: $data['signing_time'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'mode' => $this->mode,
            'validation' => $this->validation,
            'retries' => $this->retries,
            'give_up' => $this->giveUp,
            'timeout' => $this->timeout,
            'signing' => $this->signing,
            'signing_time' => $this->signingTime,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
