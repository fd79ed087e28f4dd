<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected. */
final readonly class FaultWhen implements \JsonSerializable
{
    /**
     * @param int|null $first The first N calls
     * @param int|null $nth Only the Nth call, counted from 1
     * @param int|null $every Every Nth call: 3 selects the third, the sixth and so on
     * @param int|null $after All calls after the first N
     * @param int|float|null $probability Each call with this probability, drawn from the seed of the world
     * @param int|null $times At most N calls in total
     * @param string|null $until Only calls before this instant of the world, ISO 8601
     * @param list<mixed>|null $between Only calls in this window of the time of the world, from the first instant until before the second: ISO 8601 instants, or durations from now. An outage is over when the clock says so
     * @param FaultWhenDaily|null $daily Only calls in this window of each day of the world
     * @param int|float|null $ramp Each call with a probability that rises from 0 to this number until the middle of the window, and falls to 0 at its end, drawn from the seed of the world. Only with `between` or `daily`
     */
    public function __construct(
        public ?int $first = null,
        public ?int $nth = null,
        public ?int $every = null,
        public ?int $after = null,
        public int|float|null $probability = null,
        public ?int $times = null,
        public ?string $until = null,
        public ?array $between = null,
        public ?FaultWhenDaily $daily = null,
        public int|float|null $ramp = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            first: $data['first'] ?? null,
            nth: $data['nth'] ?? null,
            every: $data['every'] ?? null,
            after: $data['after'] ?? null,
            probability: $data['probability'] ?? null,
            times: $data['times'] ?? null,
            until: $data['until'] ?? null,
            between: $data['between'] ?? null,
            daily: isset($data['daily']) ? FaultWhenDaily::fromArray($data['daily']) : null,
            ramp: $data['ramp'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'first' => $this->first,
            'nth' => $this->nth,
            'every' => $this->every,
            'after' => $this->after,
            'probability' => $this->probability,
            'times' => $this->times,
            'until' => $this->until,
            'between' => $this->between,
            'daily' => $this->daily,
            'ramp' => $this->ramp,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
