<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** How an assumption compares with the service, as a comparison found. */
final readonly class AssumptionEvidence
{
    /**
     * @param 'agrees'|'differs'|'not seen' $outcome The outcome; `not seen` is no agreement: nothing was compared
     * @param int $agreed Number of comparisons that agreed
     * @param int $differed Number of comparisons that differed
     * @param string $at When the comparison began, in real time, ISO 8601
     * @param string $source The compared service, or the files with recordings of it
     */
    public function __construct(
        public string $outcome,
        public int $agreed,
        public int $differed,
        public string $at,
        public string $source,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            outcome: $data['outcome'],
            agreed: $data['agreed'],
            differed: $data['differed'],
            at: $data['at'],
            source: $data['source'],
        );
    }
}
