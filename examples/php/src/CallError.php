<?php

declare(strict_types=1);

namespace SignUp;

/** A call failed. Programs decide by status and title; the message is for people. Without a status, the answer was lost. */
final class CallError extends \RuntimeException
{
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $title = null,
        public readonly int $retryAfter = 0,
    ) {
        parent::__construct($message);
    }

    /** Whether a later attempt makes sense: the service is busy, broken or unreachable. */
    public function isTemporary(): bool
    {
        return $this->status === null || $this->status === 429 || $this->status >= 500;
    }

    /** Any call may be retried if the service asks for it. If it is unknown whether a call was done, only an idempotent one may. */
    public function allowsAnother(string $method): bool
    {
        return in_array($this->status, [429, 503], true) || ($method !== 'POST' && $this->isTemporary());
    }
}
