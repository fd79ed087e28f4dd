<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** All worlds. */
final readonly class WorldCollection
{
    /**
     * @param list<World> $worlds The worlds
     * @param list<UnreadableWorld> $unreadable Saved worlds that can't be read, by id
     */
    public function __construct(
        public array $worlds,
        public array $unreadable,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            worlds: array_map(World::fromArray(...), $data['worlds']),
            unreadable: array_map(UnreadableWorld::fromArray(...), $data['unreadable']),
        );
    }
}
