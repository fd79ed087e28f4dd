<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The answer of the receiver */
final readonly class DeliveryAttemptResponse
{
    /**
     * @param int $status The status
     * @param array<string, string> $headers The headers, with lower-case names
     * @param string $body The first 64 KiB of the body
     */
    public function __construct(
        public int $status,
        public array $headers,
        public string $body,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            status: $data['status'],
            headers: $data['headers'],
            body: $data['body'],
        );
    }
}
