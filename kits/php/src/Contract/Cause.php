<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The cause; empty if it has no name or is not known. Beside a `job`, jobs, emails and calls name the `request` or `trigger` that the job goes back to. */
final readonly class Cause
{
    /**
     * @param string|null $request The `X-Request-Id` of the call
     * @param string|null $job The job, and the object it acted on
     * @param string|null $trigger The trigger
     */
    public function __construct(
        public ?string $request = null,
        public ?string $job = null,
        public ?string $trigger = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            request: $data['request'] ?? null,
            job: $data['job'] ?? null,
            trigger: $data['trigger'] ?? null,
        );
    }
}
