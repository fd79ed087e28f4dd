<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The request or the answer of a call. */
final readonly class RequestMessage
{
    /**
     * @param array<string, string> $headers The headers, with lower-case names; none for operations of batches
     * @param string $body The first 64 KiB of the body as it was sent
     * @param int $cut Number of bytes of the body that were cut off; 0 if the body is whole
     * @param bool|null $streamed True if the body was a file, which is not kept; otherwise absent
     */
    public function __construct(
        public array $headers,
        public string $body,
        public int $cut,
        public ?bool $streamed = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            headers: $data['headers'],
            body: $data['body'],
            cut: $data['cut'],
            streamed: $data['streamed'] ?? null,
        );
    }
}
