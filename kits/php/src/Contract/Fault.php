<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A fault and its counters. */
final readonly class Fault
{
    /**
     * @param int $id The number of the fault in its world
     * @param FaultMatch $match Selects calls. Every member that is given must match; without members, all calls match.
     * @param FaultWhen $when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
     * @param FaultEffect $effect The effect: one of `problem`, `answer`, `latency`, `connection`, `mutate`, `address`, `stuck`, `trigger` and `staleness`. Create one fault per effect.
     * @param 'before'|'after' $stage `before`: the call has no effect at the service; a `truncate` or `malformed` answer is the one it would have given. `after`: the call takes effect, and only the answer is lost, replaced or delayed. `mutate` and `slow` always let the call through
     * @param bool $mustFire Whether a test fails if the fault never fires
     * @param FaultWindow|null $window The current or next window of `between` or `daily`, or the last one; null without a window
     * @param string|null $outage The outage that it belongs to; null if none
     * @param bool $usedUp Whether it can no longer fire: its calls are counted out, or its time is over
     * @param int $seen Number of calls it matched
     * @param int $fired Number of calls it affected
     * @param string|null $lastFiredRequest The `X-Request-Id` of the last call it affected; for an operation of a batch, its generated id
     */
    public function __construct(
        public int $id,
        public FaultMatch $match,
        public FaultWhen $when,
        public FaultEffect $effect,
        public string $stage,
        public bool $mustFire,
        public ?FaultWindow $window,
        public ?string $outage,
        public bool $usedUp,
        public int $seen,
        public int $fired,
        public ?string $lastFiredRequest,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            match: FaultMatch::fromArray($data['match']),
            when: FaultWhen::fromArray($data['when']),
            effect: FaultEffect::fromArray($data['effect']),
            stage: $data['stage'],
            mustFire: $data['must_fire'],
            window: isset($data['window']) ? FaultWindow::fromArray($data['window']) : null,
            outage: $data['outage'] ?? null,
            usedUp: $data['used_up'],
            seen: $data['seen'],
            fired: $data['fired'],
            lastFiredRequest: $data['last_fired_request'] ?? null,
        );
    }
}
