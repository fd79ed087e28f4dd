<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What one transaction changed. */
final readonly class Change
{
    /**
     * @param int $event The number of its first changed row among all of the world, counted from 1, as in `GET .../why` and in `events` of a call
     * @param string $at When it happened, in the time of the world, ISO 8601
     * @param Cause $cause The cause; empty if it has no name or is not known. Beside a `job`, jobs, emails and calls name the `request` or `trigger` that the job goes back to.
     * @param string $by The cause in words: the method and path of the request, if it is still in the journal, or the name of the job or trigger
     * @param list<ChangedTable> $tables The tables with changed rows, in alphabetical order; none if the transaction undid its own changes
     * @param ChangeJob|null $job The job that made the change, if a job did
     */
    public function __construct(
        public int $event,
        public string $at,
        public Cause $cause,
        public string $by,
        public array $tables,
        public ?ChangeJob $job = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            event: $data['event'],
            at: $data['at'],
            cause: Cause::fromArray($data['cause']),
            by: $data['by'],
            tables: array_map(ChangedTable::fromArray(...), $data['tables']),
            job: isset($data['job']) ? ChangeJob::fromArray($data['job']) : null,
        );
    }
}
