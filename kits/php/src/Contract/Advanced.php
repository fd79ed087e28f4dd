<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** What happened while the clock advanced. */
final readonly class Advanced
{
    /**
     * @param string $from The time at which the advance started, ISO 8601
     * @param string $to The time at which it ended, ISO 8601
     * @param list<AdvancedRanItem> $ran The jobs that ran, in order; at most 1000
     * @param int $ranTotal Total number of jobs that ran
     * @param list<Delivery> $deliveries The webhooks that were caused or attempted at or after `from`, oldest first; at most 1000
     * @param int $deliveriesTotal Total number of these webhooks
     * @param 'waiting'|null $stopped Present only if the clock stopped early because deliveries took longer than `max_wait`
     */
    public function __construct(
        public string $from,
        public string $to,
        public array $ran,
        public int $ranTotal,
        public array $deliveries,
        public int $deliveriesTotal,
        public ?string $stopped = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            from: $data['from'],
            to: $data['to'],
            ran: array_map(AdvancedRanItem::fromArray(...), $data['ran']),
            ranTotal: $data['ran_total'],
            deliveries: array_map(Delivery::fromArray(...), $data['deliveries']),
            deliveriesTotal: $data['deliveries_total'],
            stopped: $data['stopped'] ?? null,
        );
    }
}
