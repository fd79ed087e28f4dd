<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** AdvancedRanItem */
final readonly class AdvancedRanItem
{
    /**
     * @param string $at When it ran, ISO 8601
     * @param string $job The job, as `<resource>.<event>`
     * @param string $subject The id of the object it acted on
     * @param string|null $fromState The state before, if the job changed it
     * @param string|null $toState The state afterwards, if the job changed it
     * @param string|null $refused Why a step of the timeline failed; present only if it did
     */
    public function __construct(
        public string $at,
        public string $job,
        public string $subject,
        public ?string $fromState = null,
        public ?string $toState = null,
        public ?string $refused = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            at: $data['at'],
            job: $data['job'],
            subject: $data['subject'],
            fromState: $data['from_state'] ?? null,
            toState: $data['to_state'] ?? null,
            refused: $data['refused'] ?? null,
        );
    }
}
