<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An answer that the service itself never gives, such as the HTML page of a firewall in front of it. The service is not called, so nothing changes there. With `preset` it is a known answer of the edge, and the other members override its own; without, `status` is required. It has no `X-Request-Id`. Operations of batches never pass the edge. */
final readonly class FaultAnswer implements \JsonSerializable
{
    /**
     * @param string|null $preset The name of an answer of the edge: EdgeBlocked
     * @param int|null $status The status of the answer. After a status below 200, clients wait for another answer, which never comes: the connection is closed after 120 seconds
     * @param mixed $body The body: `none`, `service` for the body that the service would have answered, the name of an answer of the edge for its page, or an object with `text` or `base64`; by default that of the preset, or none
     * @param string|int|float|null $after Real time until it answers, ISO 8601 or milliseconds, at most ten minutes; by default that of the preset, or none
     */
    public function __construct(
        public ?string $preset = null,
        public ?int $status = null,
        public mixed $body = null,
        public string|int|float|null $after = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            preset: $data['preset'] ?? null,
            status: $data['status'] ?? null,
            body: $data['body'] ?? null,
            after: $data['after'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'preset' => $this->preset,
            'status' => $this->status,
            'body' => $this->body,
            'after' => $this->after,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
