<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Pending jobs, earliest first. */
final readonly class JobCollection
{
    /**
     * @param list<Job> $jobs The jobs
     * @param int $total Total number of matching jobs
     * @param string|null $until When the last of them falls due, in the time of the world, ISO 8601; null if there is none
     */
    public function __construct(
        public array $jobs,
        public int $total,
        public ?string $until,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            jobs: array_map(Job::fromArray(...), $data['jobs']),
            total: $data['total'],
            until: $data['until'] ?? null,
        );
    }
}
