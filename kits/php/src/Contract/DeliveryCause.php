<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What caused it */
final readonly class DeliveryCause
{
    /**
     * @param string|null $request The `X-Request-Id` of the call
     * @param string|null $job The job that caused it, and the object that the job acted on
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
