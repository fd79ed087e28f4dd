<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** VerdictClosestItemDifferencesItem */
final readonly class VerdictClosestItemDifferencesItem
{
    /**
     * @param string $at `operation`, `method`, `path`, `status`, `via`, `headers.x-run`, `query.count`, or a JSON pointer into the body
     * @param mixed $expected The expected value
     * @param mixed $actual The actual value; null if there is none
     */
    public function __construct(
        public string $at,
        public mixed $expected,
        public mixed $actual,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            at: $data['at'],
            expected: $data['expected'],
            actual: $data['actual'],
        );
    }
}
