<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** When it goes out. By default the first email goes out at once, and each other one a day after the one before */
final readonly class WorkflowPlanDelay implements \JsonSerializable
{
    /**
     * @param int|null $amount Number of units; default 1
     * @param 'now'|'day'|'hour'|'week'|null $type The unit; `now` for no delay
     * @param 'before'|'after'|null $direction Whether it goes out before or after the action
     * @param 'previous_campaign_sent'|'previous_campaign_opened'|'previous_campaign_not_opened'|'previous_campaign_clicked_any'|'previous_campaign_not_clicked_any'|'previous_campaign_specific_clicked'|'ecomm_bought_any'|'ecomm_bought_product'|'ecomm_bought_category'|'ecomm_not_bought_any'|'ecomm_abandoned_cart'|'ecomm_abandoned_browse'|'campaign_sent'|'opened_email'|'not_opened_email'|'clicked_email'|'not_clicked_email'|'campaign_specific_clicked'|'manual'|'signup'|'merge_changed'|'group_add'|'group_remove'|'transactional_sent'|'transactional_opened'|'transactional_clicked'|'transactional_any'|'api'|'goal'|'annual'|'birthday'|'date'|'date_added'|'tag_add'|null $action The action from which the delay counts
     */
    public function __construct(
        public ?int $amount = null,
        public ?string $type = null,
        public ?string $direction = null,
        public ?string $action = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            amount: $data['amount'] ?? null,
            type: $data['type'] ?? null,
            direction: $data['direction'] ?? null,
            action: $data['action'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'amount' => $this->amount,
            'type' => $this->type,
            'direction' => $this->direction,
            'action' => $this->action,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
