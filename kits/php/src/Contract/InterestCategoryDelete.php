<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A colleague deletes an interest category of a list, with its interests. Members lose these interests. */
final readonly class InterestCategoryDelete implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $interestCategoryId The id of an interest category
     */
    public function __construct(
        public string $listId,
        public string $interestCategoryId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            interestCategoryId: $data['interest_category_id'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'interest_category.delete',
            'list_id' => $this->listId,
            'interest_category_id' => $this->interestCategoryId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
