<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The change that one transaction made to an object. */
final readonly class WhyChange
{
    /**
     * @param int $event Its number among all changes of the world, counted from 1
     * @param string $at When it happened, in the time of the world, ISO 8601
     * @param Cause $cause The cause; empty if it has no name or is not known. Beside a `job`, jobs, emails and calls name the `request` or `trigger` that the job goes back to.
     * @param string $by The cause in words: the method and path of the request, if it is still in the journal, or the name of the job or trigger
     * @param 'created'|'changed'|'deleted' $change The kind of change
     * @param list<WhyChangeChangedItem> $changed The changed fields; for a created or deleted object, all fields that were not empty
     */
    public function __construct(
        public int $event,
        public string $at,
        public Cause $cause,
        public string $by,
        public string $change,
        public array $changed,
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
            change: $data['change'],
            changed: array_map(WhyChangeChangedItem::fromArray(...), $data['changed']),
        );
    }
}
