<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What has happened in a world, as far as its journal reaches. Present only if `GET /worlds` was asked for it and this process has loaded the world. */
final readonly class Activity
{
    /**
     * @param int $calls Number of calls in the journal
     * @param int $refused Number of calls in the journal that were answered with a status of 400 or more
     * @param ActivityLastCall|null $lastCall The latest call; null if there is none
     * @param int $failedWebhooks Number of deliveries whose latest attempt failed, whether it is retried or not
     * @param int $armedFaults Number of faults and delivery faults that can still fire
     */
    public function __construct(
        public int $calls,
        public int $refused,
        public ?ActivityLastCall $lastCall,
        public int $failedWebhooks,
        public int $armedFaults,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            calls: $data['calls'],
            refused: $data['refused'],
            lastCall: isset($data['last_call']) ? ActivityLastCall::fromArray($data['last_call']) : null,
            failedWebhooks: $data['failed_webhooks'],
            armedFaults: $data['armed_faults'],
        );
    }
}
