<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A visitor views a published landing page. */
final readonly class PageVisit implements \JsonSerializable
{
    /**
     * @param string $pageId The id of a landing page
     */
    public function __construct(
        public string $pageId,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            pageId: $data['page_id'],
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'page.visit',
            'page_id' => $this->pageId,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
