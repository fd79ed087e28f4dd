<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The result of a verification. */
final readonly class Verdict
{
    /**
     * @param 'pass'|'fail'|'inconclusive' $verdict `inconclusive` if evicted calls or truncated bodies could have changed the result
     * @param int $matched Number of calls that match
     * @param int $unsure Number of further calls that may match, since their bodies are truncated
     * @param int $evicted Number of calls that were evicted, matching or not
     * @param list<string> $requests The ids of the calls that match, oldest first; at most 1000
     * @param list<VerdictClosestItem> $closest If too few calls match, up to three other calls with the fewest differences; fewest first, then latest first
     */
    public function __construct(
        public string $verdict,
        public int $matched,
        public int $unsure,
        public int $evicted,
        public array $requests,
        public array $closest,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            verdict: $data['verdict'],
            matched: $data['matched'],
            unsure: $data['unsure'],
            evicted: $data['evicted'],
            requests: $data['requests'],
            closest: array_map(VerdictClosestItem::fromArray(...), $data['closest']),
        );
    }
}
