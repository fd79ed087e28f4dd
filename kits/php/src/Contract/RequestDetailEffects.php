<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What it caused so far, as far as it is kept; `caused` of `GET .../requests/{request_id}` lists it */
final readonly class RequestDetailEffects
{
    /**
     * @param int $webhooks Number of deliveries, also those of jobs about objects that the call created, such as a batch
     * @param int $emails Number of emails that the call itself sent
     */
    public function __construct(
        public int $webhooks,
        public int $emails,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            webhooks: $data['webhooks'],
            emails: $data['emails'],
        );
    }
}
