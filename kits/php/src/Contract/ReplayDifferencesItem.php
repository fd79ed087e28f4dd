<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** ReplayDifferencesItem */
final readonly class ReplayDifferencesItem
{
    /**
     * @param int $step Index of the step, starting at 0
     * @param string $at The instant of the step in the world, ISO 8601
     * @param string $what The action of the step
     * @param string $expected The recorded result
     * @param string $actual The result of the replay
     */
    public function __construct(
        public int $step,
        public string $at,
        public string $what,
        public string $expected,
        public string $actual,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            step: $data['step'],
            at: $data['at'],
            what: $data['what'],
            expected: $data['expected'],
            actual: $data['actual'],
        );
    }
}
