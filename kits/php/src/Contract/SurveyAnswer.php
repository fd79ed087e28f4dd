<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A visitor answers a published survey, as on its page. An address that is not on the list joins it: subscribed if the visitor ticks the box, on a double opt-in list pending, and otherwise transactional. The box also subscribes a transactional member. */
final readonly class SurveyAnswer implements \JsonSerializable
{
    /**
     * @param string $surveyId The id of a survey
     * @param string|null $emailAddress The address of the visitor; default: the answer to the question of the type `email`, if there is one
     * @param array<string, mixed>|null $answers The answers by question, named by its id or its `query`. Options are named by label, value or id.
     * @param bool|null $subscribe Whether the box to subscribe is ticked, default false
     * @param string|null $at When it was answered, between the publication of the survey and now; default: now
     */
    public function __construct(
        public string $surveyId,
        public ?string $emailAddress = null,
        public ?array $answers = null,
        public ?bool $subscribe = null,
        public ?string $at = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            surveyId: $data['survey_id'],
            emailAddress: $data['email_address'] ?? null,
            answers: $data['answers'] ?? null,
            subscribe: $data['subscribe'] ?? null,
            at: $data['at'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'survey.answer',
            'survey_id' => $this->surveyId,
            'email_address' => $this->emailAddress,
            'answers' => $this->answers,
            'subscribe' => $this->subscribe,
            'at' => $this->at,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
