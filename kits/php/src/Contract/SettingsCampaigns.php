<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Campaigns */
final readonly class SettingsCampaigns implements \JsonSerializable
{
    /**
     * @param int|float|null $sendRate Number of emails that a campaign sends per second of the world's clock
     * @param string|int|float|null $sendLeast Shortest time that a send takes, ISO 8601 or milliseconds; 0 sends small campaigns at once
     * @param string|int|float|null $cancelDelay How long a campaign is `canceling` before it is `canceled`, ISO 8601 or milliseconds
     * @param 'paused'|'save'|null $unscheduleTo The status of a campaign after it is unscheduled
     * @param 'any'|'verified'|null $sender Whether the domain of `reply_to` must be verified before a campaign can be sent
     * @param 'on'|'off'|null $testLimits Whether the number of test emails is limited
     * @param 'zero'|'not_found'|null $unsentReport The report of a campaign of which nothing was sent: `zero` for one with zeros, `not_found` for 404
     * @param 'on'|'off'|null $stickyTemplate Whether content for a campaign with a template ignores `html`, `url` and `archive` and answers 200 all the same, as the service did in 2020
     * @param 'on'|'off'|null $clickIsOpen Whether a click of a recipient who has not opened the email counts as an open
     * @param int|null $max Maximum number of campaigns in the account
     */
    public function __construct(
        public int|float|null $sendRate = null,
        public string|int|float|null $sendLeast = null,
        public string|int|float|null $cancelDelay = null,
        public ?string $unscheduleTo = null,
        public ?string $sender = null,
        public ?string $testLimits = null,
        public ?string $unsentReport = null,
        public ?string $stickyTemplate = null,
        public ?string $clickIsOpen = null,
        public ?int $max = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            sendRate: $data['send_rate'] ?? null,
            sendLeast: $data['send_least'] ?? null,
            cancelDelay: $data['cancel_delay'] ?? null,
            unscheduleTo: $data['unschedule_to'] ?? null,
            sender: $data['sender'] ?? null,
            testLimits: $data['test_limits'] ?? null,
            unsentReport: $data['unsent_report'] ?? null,
            stickyTemplate: $data['sticky_template'] ?? null,
            clickIsOpen: $data['click_is_open'] ?? null,
            max: $data['max'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'send_rate' => $this->sendRate,
            'send_least' => $this->sendLeast,
            'cancel_delay' => $this->cancelDelay,
            'unschedule_to' => $this->unscheduleTo,
            'sender' => $this->sender,
            'test_limits' => $this->testLimits,
            'unsent_report' => $this->unsentReport,
            'sticky_template' => $this->stickyTemplate,
            'click_is_open' => $this->clickIsOpen,
            'max' => $this->max,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
