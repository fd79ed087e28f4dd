<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Work that waits for its instant. */
final readonly class Job
{
    /**
     * @param int $id The number of the job in its world
     * @param string $kind The kind of job, `<resource>.<event>`
     * @param string $dueAt When it runs, in the time of the world, ISO 8601
     * @param string $in Time until then, in the time of the world, ISO 8601
     * @param JobSubject $subject The object that a job acts on.
     * @param string $summary What it does
     * @param Cause $cause The cause; empty if it has no name or is not known. Beside a `job`, jobs, emails and calls name the `request` or `trigger` that the job goes back to.
     */
    public function __construct(
        public int $id,
        public string $kind,
        public string $dueAt,
        public string $in,
        public JobSubject $subject,
        public string $summary,
        public Cause $cause,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            kind: $data['kind'],
            dueAt: $data['due_at'],
            in: $data['in'],
            subject: JobSubject::fromArray($data['subject']),
            summary: $data['summary'],
            cause: Cause::fromArray($data['cause']),
        );
    }
}
