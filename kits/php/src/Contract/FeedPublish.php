<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A web site publishes an item in its feed, from which RSS campaigns are made. */
final readonly class FeedPublish implements \JsonSerializable
{
    /**
     * @param string $feedUrl The URL of the feed
     * @param string $title The title of the item
     * @param string $link The URL of the item
     * @param string|null $description A summary
     * @param string|null $content The whole text as HTML
     * @param string|null $author The author
     * @param string|null $publishedAt When it is published; default: now
     */
    public function __construct(
        public string $feedUrl,
        public string $title,
        public string $link,
        public ?string $description = null,
        public ?string $content = null,
        public ?string $author = null,
        public ?string $publishedAt = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            feedUrl: $data['feed_url'],
            title: $data['title'],
            link: $data['link'],
            description: $data['description'] ?? null,
            content: $data['content'] ?? null,
            author: $data['author'] ?? null,
            publishedAt: $data['published_at'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'feed.publish',
            'feed_url' => $this->feedUrl,
            'title' => $this->title,
            'link' => $this->link,
            'description' => $this->description,
            'content' => $this->content,
            'author' => $this->author,
            'published_at' => $this->publishedAt,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
