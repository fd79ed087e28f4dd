<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A member of the list enters an automation, whatever its type is. The member must be subscribed and not have entered it before. */
final readonly class AutomationEnter implements \JsonSerializable
{
    /**
     * @param string $workflowId The id of an automation
     * @param string $emailAddress The address of a member
     */
    public function __construct(
        public string $workflowId,
        public string $emailAddress,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            workflowId: $data['workflow_id'],
            emailAddress: $data['email_address'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'automation.enter',
            'workflow_id' => $this->workflowId,
            'email_address' => $this->emailAddress,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
