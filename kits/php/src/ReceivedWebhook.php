<?php

declare(strict_types=1);

namespace Maildouble;

/** A webhook that arrived. */
final readonly class ReceivedWebhook
{
    /**
     * @param string $event Its `type`, such as `unsubscribe`
     * @param array<string, mixed> $payload The decoded form: `type`, `fired_at` and `data`
     * @param array<string, string> $headers by their names in lower case
     * @param string $body The form as it was sent
     * @param int $status The status with which it was answered
     */
    public function __construct(
        public string $event,
        public array $payload,
        public array $headers,
        public string $body,
        public int $status,
    ) {
    }
}
