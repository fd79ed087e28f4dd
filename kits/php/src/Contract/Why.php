<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The state and history of an object. */
final readonly class Why
{
    /**
     * @param string $entity The kind of object
     * @param string $id Its id as the API shows it, or the requested id if no such object is known
     * @param bool $exists Whether it exists now
     * @param 'scenario'|'request'|'job'|'trigger'|'unknown'|'never' $origin Where it comes from: the scenario, or the cause of its creation. `unknown` if the cause is no longer kept or has no name; `never` if the object never existed
     * @param string $summary A summary in one or two sentences
     * @param array<string, mixed>|null $found Its current row as in `GET .../state`, without secrets and with decimal amounts of money
     * @param list<WhyChange> $history Its changes, oldest first
     * @param int $omitted Number of changes that are kept but not shown, since there are more than 200
     * @param int $evicted Number of changes of this world, to any object, that were evicted
     * @param list<string> $hints Hints for a person why the object may not be as expected
     * @param list<ChainStep> $chain What led to the object and what came of it, by number of event; of an object with a history, its latest change. At most 200 steps
     * @param int $chainOmitted Number of steps after the last one that is shown
     * @param list<NonEvent> $nonEvents What did not happen
     * @param string|null $listId Its list, if it has one and it is known
     * @param string|null $storeId Its store, if it belongs to one
     * @param list<WhyAssumption>|null $assumptions The assumptions that the requests in its history relied on, as far as the journal has the requests, by id. Absent unless the server has evidence (`maildouble serve --evidence`)
     */
    public function __construct(
        public string $entity,
        public string $id,
        public bool $exists,
        public string $origin,
        public string $summary,
        public ?array $found,
        public array $history,
        public int $omitted,
        public int $evicted,
        public array $hints,
        public array $chain,
        public int $chainOmitted,
        public array $nonEvents,
        public ?string $listId = null,
        public ?string $storeId = null,
        public ?array $assumptions = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            entity: $data['entity'],
            id: $data['id'],
            exists: $data['exists'],
            origin: $data['origin'],
            summary: $data['summary'],
            found: $data['found'] ?? null,
            history: array_map(WhyChange::fromArray(...), $data['history']),
            omitted: $data['omitted'],
            evicted: $data['evicted'],
            hints: $data['hints'],
            chain: array_map(ChainStep::fromArray(...), $data['chain']),
            chainOmitted: $data['chain_omitted'],
            nonEvents: array_map(NonEvent::fromArray(...), $data['non_events']),
            listId: $data['list_id'] ?? null,
            storeId: $data['store_id'] ?? null,
            assumptions: isset($data['assumptions']) ? array_map(WhyAssumption::fromArray(...), $data['assumptions']) : null,
        );
    }
}
