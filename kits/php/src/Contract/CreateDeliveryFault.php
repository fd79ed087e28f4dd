<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What happens to which deliveries, and when. */
final readonly class CreateDeliveryFault implements \JsonSerializable
{
    /**
     * @param mixed $effect `duplicate`: the receiver gets it twice, as two deliveries of which the second names the first as `duplicate_of`. `drop`: it is never sent and stays `recorded` with a `reason`. `reorder`: it goes out right after the next delivery to the same webhook, or after one minute of the time of the world if none comes; meanwhile the next delivery to that webhook is not held back as well. An object with `delay`: it goes out that much later in the time of the world, and other deliveries to the same webhook do not wait for it. An object with `omit`: its payload lacks these fields, in every attempt
     * @param DeliveryMatch|null $match Selects deliveries. Every member that is given must match; without members, all deliveries match.
     * @param FaultWhen|null $when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
     * @param bool|null $mustFire Whether a test fails if the fault never fires; default false
     */
    public function __construct(
        public mixed $effect,
        public ?DeliveryMatch $match = null,
        public ?FaultWhen $when = null,
        public ?bool $mustFire = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            effect: $data['effect'],
            match: isset($data['match']) ? DeliveryMatch::fromArray($data['match']) : null,
            when: isset($data['when']) ? FaultWhen::fromArray($data['when']) : null,
            mustFire: $data['must_fire'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'effect' => $this->effect,
            'match' => $this->match,
            'when' => $this->when,
            'must_fire' => $this->mustFire,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
