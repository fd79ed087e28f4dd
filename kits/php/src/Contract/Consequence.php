<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Something that a call caused. */
final readonly class Consequence
{
    /**
     * @param 'request'|'job'|'delivery'|'email' $kind `request` is an operation of a batch
     * @param string $id Its id. A job that has run is named by its kind and subject, as in `cause`
     * @param string $at When it happened, in the time of the world, ISO 8601; for a pending job, when it falls due
     * @param string $summary What it is
     * @param string $url The address that shows it; for a job that has run, the history of its subject
     */
    public function __construct(
        public string $kind,
        public string $id,
        public string $at,
        public string $summary,
        public string $url,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            kind: $data['kind'],
            id: $data['id'],
            at: $data['at'],
            summary: $data['summary'],
            url: $data['url'],
        );
    }
}
