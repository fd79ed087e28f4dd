<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An account with its own data, clock and credentials. */
final readonly class World
{
    /**
     * @param string $id The id of the world
     * @param string $scenario The name of the scenario it was created from; of an inline one, its own name
     * @param string $seed The seed for ids and randomness
     * @param string $now The current time in the world, ISO 8601
     * @param WorldClock $clock How time passes in the world
     * @param string $apiKey A key that identifies this world without any further header
     * @param string $dc The datacenter suffix of the key
     * @param string $baseUrl The base URL of the API, without `/3.0`; calls to it reach this world with any of its keys
     * @param string $rootUrl The base URL of the server, without `/3.0`, for clients that allow no path in their base URL. There the key alone selects the world
     * @param string $authUrl The base URL of the sign-in, below which `/oauth2` is
     * @param WorldOauth $oauth A registered application
     * @param 'read'|'change' $assistants Its setting `assistants`: whether assistants may change it
     * @param array<string, int> $counts Number of rows, by table
     * @param Activity|null $activity What has happened in a world, as far as its journal reaches. Present only if `GET /worlds` was asked for it and this process has loaded the world.
     * @param Replay|null $replay The result of replaying a bundle; present only after a replay.
     */
    public function __construct(
        public string $id,
        public string $scenario,
        public string $seed,
        public string $now,
        public WorldClock $clock,
        public string $apiKey,
        public string $dc,
        public string $baseUrl,
        public string $rootUrl,
        public string $authUrl,
        public WorldOauth $oauth,
        public string $assistants,
        public array $counts,
        public ?Activity $activity = null,
        public ?Replay $replay = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            scenario: $data['scenario'],
            seed: $data['seed'],
            now: $data['now'],
            clock: WorldClock::fromArray($data['clock']),
            apiKey: $data['api_key'],
            dc: $data['dc'],
            baseUrl: $data['base_url'],
            rootUrl: $data['root_url'],
            authUrl: $data['auth_url'],
            oauth: WorldOauth::fromArray($data['oauth']),
            assistants: $data['assistants'],
            counts: $data['counts'],
            activity: isset($data['activity']) ? Activity::fromArray($data['activity']) : null,
            replay: isset($data['replay']) ? Replay::fromArray($data['replay']) : null,
        );
    }
}
