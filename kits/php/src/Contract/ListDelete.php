<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A colleague deletes a list in the web application. Its members, segments, webhooks and everything else on it are gone. */
final readonly class ListDelete implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     */
    public function __construct(
        public string $listId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'list.delete',
            'list_id' => $this->listId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
