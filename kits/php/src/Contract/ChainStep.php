<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A step of the chain of causes and consequences. */
final readonly class ChainStep
{
    /**
     * @param 'request'|'batch'|'operation'|'trigger'|'job'|'change'|'delivery'|'attempt'|'email' $kind What it is; `request` is a call, `operation` one of a batch, `batch` the creation of a batch, `change` a changed object
     * @param string $id Its id. A job that has run is named by its kind and subject, an attempt by its delivery and number, a change by the key of its row
     * @param int|null $event The number of its transaction, as in `GET .../changes`; null for a call that changed nothing, an attempt, and a pending job
     * @param string $at When it happened, in the time of the world, ISO 8601; for a pending job, when it falls due
     * @param string $summary What it is or did, in words
     * @param int $depth How many steps of other kinds led to it: 0 for the first
     * @param bool $subject Whether it is the object of the question
     * @param string $url The address that shows it
     * @param string|null $status The status of a call, of a delivery or of the answer to an attempt; `no answer`; for a job `ran` or `pending`. Otherwise absent
     * @param string|null $entity The kind of object that a `change` or `batch` concerns
     * @param string|null $table Its table
     * @param string|null $listId Its list, if it has one
     * @param string|null $entry The id of its entry in `GET .../timeline`, such as `job:7`. Absent if it has none, like a changed object, a pending job, or an operation of a batch that is no longer in the journal
     */
    public function __construct(
        public string $kind,
        public string $id,
        public ?int $event,
        public string $at,
        public string $summary,
        public int $depth,
        public bool $subject,
        public string $url,
        public ?string $status = null,
        public ?string $entity = null,
        public ?string $table = null,
        public ?string $listId = null,
        public ?string $entry = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            kind: $data['kind'],
            id: $data['id'],
            event: $data['event'] ?? null,
            at: $data['at'],
            summary: $data['summary'],
            depth: $data['depth'],
            subject: $data['subject'],
            url: $data['url'],
            status: $data['status'] ?? null,
            entity: $data['entity'] ?? null,
            table: $data['table'] ?? null,
            listId: $data['list_id'] ?? null,
            entry: $data['entry'] ?? null,
        );
    }
}
