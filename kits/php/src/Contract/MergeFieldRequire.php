<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A colleague makes a merge field of a list required, or adds a required field with the type `text` if the list has none with this tag. From then on, the API refuses members without a value */
final readonly class MergeFieldRequire implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param string $tag letters, digits, underscores and hyphens, beginning with a letter or a digit; no other field of the list may have it
     * @param string|null $name The name of a new field; default: its tag
     */
    public function __construct(
        public string $listId,
        public string $tag,
        public ?string $name = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            tag: $data['tag'],
            name: $data['name'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'merge_field.require',
            'list_id' => $this->listId,
            'tag' => $this->tag,
            'name' => $this->name,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
