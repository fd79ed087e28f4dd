<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The result of replaying a bundle; present only after a replay. */
final readonly class Replay
{
    /**
     * @param int $steps Number of replayed steps
     * @param int $differencesTotal Number of steps whose result differed from the recorded one
     * @param list<ReplayDifferencesItem> $differences Steps whose result differed, in order; at most 100
     */
    public function __construct(
        public int $steps,
        public int $differencesTotal,
        public array $differences,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            steps: $data['steps'],
            differencesTotal: $data['differences_total'],
            differences: array_map(ReplayDifferencesItem::fromArray(...), $data['differences']),
        );
    }
}
