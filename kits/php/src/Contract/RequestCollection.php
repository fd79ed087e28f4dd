<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Calls to a world. */
final readonly class RequestCollection
{
    /**
     * @param list<Request> $requests The calls
     * @param int $total Total number of matching calls
     * @param int $evicted Number of calls of this world that were evicted, matching or not
     */
    public function __construct(
        public array $requests,
        public int $total,
        public int $evicted,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            requests: array_map(Request::fromArray(...), $data['requests']),
            total: $data['total'],
            evicted: $data['evicted'],
        );
    }
}
