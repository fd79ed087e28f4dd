<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Which calls are expected, and how many. */
final readonly class VerifyRequests implements \JsonSerializable
{
    /**
     * @param RequestMatch|null $match Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary
     * @param RequestCount|null $count Expected number of calls; default: at least one.
     * @param string|int|float|null $within Longest real time to wait for the verdict, ISO 8601 or milliseconds; at most PT10M; default: no wait
     */
    public function __construct(
        public ?RequestMatch $match = null,
        public ?RequestCount $count = null,
        public string|int|float|null $within = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            match: isset($data['match']) ? RequestMatch::fromArray($data['match']) : null,
            count: isset($data['count']) ? RequestCount::fromArray($data['count']) : null,
            within: $data['within'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'match' => $this->match,
            'count' => $this->count,
            'within' => $this->within,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
