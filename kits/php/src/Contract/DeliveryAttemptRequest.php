<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The request; if the attempt was blocked, the one that would have been sent */
final readonly class DeliveryAttemptRequest
{
    /**
     * @param string $url The URL
     * @param array<string, string> $headers The headers, with lower-case names
     * @param string $body The body
     */
    public function __construct(
        public string $url,
        public array $headers,
        public string $body,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            url: $data['url'],
            headers: $data['headers'],
            body: $data['body'],
        );
    }
}
