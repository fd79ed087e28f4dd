<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The job that made the change, if a job did */
final readonly class ChangeJob
{
    /**
     * @param string $kind The kind of job, `<resource>.<event>`
     * @param JobSubject $subject The object that a job acts on.
     * @param string $summary What it did
     */
    public function __construct(
        public string $kind,
        public JobSubject $subject,
        public string $summary,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            kind: $data['kind'],
            subject: JobSubject::fromArray($data['subject']),
            summary: $data['summary'],
        );
    }
}
