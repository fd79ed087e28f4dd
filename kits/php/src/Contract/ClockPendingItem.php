<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** ClockPendingItem */
final readonly class ClockPendingItem
{
    /**
     * @param string $dueAt When the job runs, ISO 8601
     * @param string $job The name of the job
     * @param string $subject The id of the object it acts on
     */
    public function __construct(
        public string $dueAt,
        public string $job,
        public string $subject,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            dueAt: $data['due_at'],
            job: $data['job'],
            subject: $data['subject'],
        );
    }
}
