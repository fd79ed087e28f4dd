<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Which calls fail, when and how. */
final readonly class CreateFault implements \JsonSerializable
{
    /**
     * @param FaultEffect $effect The effect: one of `problem`, `answer`, `latency`, `connection`, `mutate`, `address`, `stuck`, `trigger` and `staleness`. Create one fault per effect.
     * @param FaultMatch|null $match Selects calls. Every member that is given must match; without members, all calls match.
     * @param FaultWhen|null $when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
     * @param 'before'|'after'|null $stage `before`: the call has no effect at the service; a `truncate` or `malformed` answer is the one it would have given. `after`: the call takes effect, and only the answer is lost, replaced or delayed. `mutate` and `slow` always let the call through
     * @param bool|null $mustFire Whether a test fails if the fault never fires; default false
     */
    public function __construct(
        public FaultEffect $effect,
        public ?FaultMatch $match = null,
        public ?FaultWhen $when = null,
        public ?string $stage = null,
        public ?bool $mustFire = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            effect: FaultEffect::fromArray($data['effect']),
            match: isset($data['match']) ? FaultMatch::fromArray($data['match']) : null,
            when: isset($data['when']) ? FaultWhen::fromArray($data['when']) : null,
            stage: $data['stage'] ?? null,
            mustFire: $data['must_fire'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'effect' => $this->effect,
            'match' => $this->match,
            'when' => $this->when,
            'stage' => $this->stage,
            'must_fire' => $this->mustFire,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
