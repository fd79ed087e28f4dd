<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A colleague deletes an interest of a list. Members lose it. */
final readonly class InterestDelete implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $interestId The id of an interest
     */
    public function __construct(
        public string $listId,
        public string $interestId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            interestId: $data['interest_id'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'interest.delete',
            'list_id' => $this->listId,
            'interest_id' => $this->interestId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
