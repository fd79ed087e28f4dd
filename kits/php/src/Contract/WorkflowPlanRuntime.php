<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** When emails may go out; default: always */
final readonly class WorkflowPlanRuntime implements \JsonSerializable
{
    /**
     * @param list<string>|null $days The days of the week; default: all
     * @param 'send_asap'|'send_between'|'send_at'|'automation'|null $hours At any hour, between two hours, or at one hour; `automation` if each email has its own
     * @param int|null $at With `send_at`: the hour, in the time zone of the account
     * @param int|null $from With `send_between`: the first hour
     * @param int|null $until With `send_between`: the hour before which emails go out
     */
    public function __construct(
        public ?array $days = null,
        public ?string $hours = null,
        public ?int $at = null,
        public ?int $from = null,
        public ?int $until = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            days: $data['days'] ?? null,
            hours: $data['hours'] ?? null,
            at: $data['at'] ?? null,
            from: $data['from'] ?? null,
            until: $data['until'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'days' => $this->days,
            'hours' => $this->hours,
            'at' => $this->at,
            'from' => $this->from,
            'until' => $this->until,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
