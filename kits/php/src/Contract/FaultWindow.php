<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The current or next window of `between` or `daily`, or the last one; null without a window */
final readonly class FaultWindow
{
    /**
     * @param 'coming'|'active'|'past' $state Whether the time of the world is before, in or after the window
     * @param string $from When the window begins, ISO 8601
     * @param string $to When the window is over, ISO 8601
     */
    public function __construct(
        public string $state,
        public string $from,
        public string $to,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            state: $data['state'],
            from: $data['from'],
            to: $data['to'],
        );
    }
}
