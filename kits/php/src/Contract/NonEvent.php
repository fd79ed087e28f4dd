<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Something that did not happen, or has not happened yet. */
final readonly class NonEvent
{
    /**
     * @param 'no_event'|'quiet'|'no_webhook'|'event_off'|'source_off'|'webhook_off'|'webhook_ended'|'not_pending'|'single_optin'|'asked_before'|'no_notification'|'automation_without_imports'|'automation_closed'|'no_order_notification'|'not_subscribed'|'joined_later'|'not_in_segment'|'dropped'|'held_back'|'queued'|'recorded'|'blocked'|'retrying'|'attempts_failed'|'webhook_given_up'|'webhook_deleted'|'not_due'|'batch_held'|'refused'|'faulted'|'unanswered'|'only_read'|'unchanged' $code The reason
     * @param 'webhook'|'email'|'job'|'change' $what What did not happen
     * @param string $summary What did not happen, and why
     * @param string $remedy What to do so that it happens; paths are in the words of the reference
     * @param int $count How often: for how many members of a call with several
     * @param int|null $event The number of the transaction in which it was decided, as in `GET .../changes`; null if there was none
     * @param NonEventAbout|null $about The object that is in the way, if there is one
     */
    public function __construct(
        public string $code,
        public string $what,
        public string $summary,
        public string $remedy,
        public int $count,
        public ?int $event,
        public ?NonEventAbout $about = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            code: $data['code'],
            what: $data['what'],
            summary: $data['summary'],
            remedy: $data['remedy'],
            count: $data['count'],
            event: $data['event'] ?? null,
            about: isset($data['about']) ? NonEventAbout::fromArray($data['about']) : null,
        );
    }
}
