<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A request to a receiver, and its outcome. */
final readonly class DeliveryAttempt
{
    /**
     * @param string $at When it began, in the time of the world, ISO 8601
     * @param string $realAt When it began in real time, ISO 8601
     * @param int $durationMs Real duration in milliseconds
     * @param DeliveryAttemptRequest $request The request; if the attempt was blocked, the one that would have been sent
     * @param DeliveryAttemptResponse|null $response The answer of the receiver
     * @param string|null $error Why there is no answer
     * @param bool|null $resent True if a resend asked for this attempt; otherwise absent
     */
    public function __construct(
        public string $at,
        public string $realAt,
        public int $durationMs,
        public DeliveryAttemptRequest $request,
        public ?DeliveryAttemptResponse $response,
        public ?string $error,
        public ?bool $resent = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            at: $data['at'],
            realAt: $data['real_at'],
            durationMs: $data['duration_ms'],
            request: DeliveryAttemptRequest::fromArray($data['request']),
            response: isset($data['response']) ? DeliveryAttemptResponse::fromArray($data['response']) : null,
            error: $data['error'] ?? null,
            resent: $data['resent'] ?? null,
        );
    }
}
