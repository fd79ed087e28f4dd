<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Emails of a world, oldest first. */
final readonly class EmailCollection
{
    /**
     * @param list<Email> $emails The emails
     * @param int $total Total number of matching emails
     * @param int $evicted Number of emails of this world that were evicted
     */
    public function __construct(
        public array $emails,
        public int $total,
        public int $evicted,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            emails: array_map(Email::fromArray(...), $data['emails']),
            total: $data['total'],
            evicted: $data['evicted'],
        );
    }
}
