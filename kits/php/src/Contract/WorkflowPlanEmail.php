<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An email of an automation. */
final readonly class WorkflowPlanEmail implements \JsonSerializable
{
    /**
     * @param string $subjectLine The subject; a draft may have an empty one
     * @param string|null $id ten hexadecimal digits in lower case: the id, if it should not be generated
     * @param string|null $title The title; default: the subject
     * @param string|null $previewText Text that email clients show next to the subject
     * @param string|null $fromName Name of the sender; default: the name in the automation
     * @param string|null $replyTo Address of the sender; default: the address in the automation
     * @param string|null $html The content as HTML
     * @param string|null $text The content as plain text; default: made from the HTML
     * @param string|null $segment Name of the segment of the list that a member must be in; default: the whole list
     * @param 'save'|'paused'|'sending'|null $status Its state; default: `save`. Emails have the same state unless they say otherwise
     * @param WorkflowPlanDelay|null $delay When it goes out. By default the first email goes out at once, and each other one a day after the one before
     */
    public function __construct(
        public string $subjectLine,
        public ?string $id = null,
        public ?string $title = null,
        public ?string $previewText = null,
        public ?string $fromName = null,
        public ?string $replyTo = null,
        public ?string $html = null,
        public ?string $text = null,
        public ?string $segment = null,
        public ?string $status = null,
        public ?WorkflowPlanDelay $delay = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            subjectLine: $data['subject_line'],
            id: $data['id'] ?? null,
            title: $data['title'] ?? null,
            previewText: $data['preview_text'] ?? null,
            fromName: $data['from_name'] ?? null,
            replyTo: $data['reply_to'] ?? null,
            html: $data['html'] ?? null,
            text: $data['text'] ?? null,
            segment: $data['segment'] ?? null,
            status: $data['status'] ?? null,
            delay: isset($data['delay']) ? WorkflowPlanDelay::fromArray($data['delay']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'subject_line' => $this->subjectLine,
            'id' => $this->id,
            'title' => $this->title,
            'preview_text' => $this->previewText,
            'from_name' => $this->fromName,
            'reply_to' => $this->replyTo,
            'html' => $this->html,
            'text' => $this->text,
            'segment' => $this->segment,
            'status' => $this->status,
            'delay' => $this->delay,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
