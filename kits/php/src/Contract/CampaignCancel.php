<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A campaign is cancelled. With `list_id` and `subject_line`, a new campaign is made and cancelled before anything is sent. With `campaign_id` alone, a campaign that is being sent is cancelled as by the action `cancel-send` of the API, whatever the plan. */
final readonly class CampaignCancel implements \JsonSerializable
{
    /**
     * @param string|null $listId The id of a list
     * @param string|null $subjectLine The subject of a new campaign
     * @param string|null $title The title of a new campaign; default: its subject
     * @param int|null $segmentId The segment a new campaign would have gone to
     * @param string|null $campaignId ten hexadecimal digits in lower case: the id of the new campaign, if it should not be generated
     */
    public function __construct(
        public ?string $listId = null,
        public ?string $subjectLine = null,
        public ?string $title = null,
        public ?int $segmentId = null,
        public ?string $campaignId = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'] ?? null,
            subjectLine: $data['subject_line'] ?? null,
            title: $data['title'] ?? null,
            segmentId: $data['segment_id'] ?? null,
            campaignId: $data['campaign_id'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'campaign.cancel',
            'list_id' => $this->listId,
            'subject_line' => $this->subjectLine,
            'title' => $this->title,
            'segment_id' => $this->segmentId,
            'campaign_id' => $this->campaignId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
