<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\CreateWorld;
use Maildouble\Contract\CreateWorldOauth;
use Maildouble\Contract\CreateWorldVocabulary;
use Maildouble\Contract\ForkWorld;
use Maildouble\Contract\Settings;
use Maildouble\Contract\UpdateClock;
use Maildouble\Contract\World;
use Maildouble\Contract\WorldCollection;
use Maildouble\Transport;

/** The operations of the control API about worlds. */
class WorldsApi
{
    public function __construct(private Transport $transport)
    {
    }

    /**
     * List all worlds. (getWorlds)
     *
     * @param bool|null $activity Whether to count what has happened in each world
     *
     * @return list<World>
     */
    public function list(?bool $activity = null): array
    {
        return WorldCollection::fromArray($this->transport->call('GET', '/worlds', query: ['activity' => $activity]))->worlds;
    }

    /**
     * Create a world. (createWorld)
     *
     * @param string|null $id Lower-case letters, digits and hyphens, at most 63
     * @param string|null $scenario Name of the scenario; default `starter`
     * @param mixed $scenarioInline The scenario itself instead of a name: an object, or a text in YAML. It is the same as a file in the folder of `--scenario-dir`, and may extend the scenarios that `GET /scenarios` lists. A reset, a fork and a restart keep it
     * @param mixed $seed Seed for ids and randomness; defaults to the scenario's own. An integer is the same seed as its digits as a string
     * @param string|null $now The time at which the world starts, ISO 8601, from 1971 to the end of 9998
     * @param UpdateClock|null $clock How time passes from now on.
     * @param string|null $apiKey Letters and digits, a hyphen, and a datacenter such as dc1
     * @param 'any'|'known'|null $credentials `any`: unknown keys are accepted as keys of this world; `known`: only keys that a world issued
     * @param CreateWorldOauth|null $oauth The registered application
     * @param Settings|null $settings Timings, limits and switches of a world. The `settings` of a scenario use the same names; the environment variable of a setting is `MAILDOUBLE_` followed by its name in capitals. A setting of a group can also be named with a dot: `batch.phase`.
     * @param string|null $outage The outage of the scenario in which the world starts; a reset restores it
     * @param CreateWorldVocabulary|null $vocabulary The setting of the same name: the words of a deployment that differ from the words of the reference. `settings` must not have it then
     * @param mixed $bundle The initial state of a world and the steps that were applied to it. Written by `GET .../bundle`, not by hand.
     */
    public function create(
        ?string $id = null,
        ?string $scenario = null,
        mixed $scenarioInline = null,
        mixed $seed = null,
        ?string $now = null,
        ?UpdateClock $clock = null,
        ?string $apiKey = null,
        ?string $credentials = null,
        ?CreateWorldOauth $oauth = null,
        ?Settings $settings = null,
        ?string $outage = null,
        ?CreateWorldVocabulary $vocabulary = null,
        mixed $bundle = null,
    ): World {
        return World::fromArray($this->transport->call('POST', '/worlds', body: new CreateWorld(id: $id, scenario: $scenario, scenarioInline: $scenarioInline, seed: $seed, now: $now, clock: $clock, apiKey: $apiKey, credentials: $credentials, oauth: $oauth, settings: $settings, outage: $outage, vocabulary: $vocabulary, bundle: $bundle)));
    }

    /**
     * Get a world. (getWorld)
     */
    public function get(string $world): World
    {
        return World::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode((string) $world)));
    }

    /**
     * Delete a world. (deleteWorld)
     */
    public function delete(string $world): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode((string) $world));
    }

    /**
     * Reset a world to the start of its scenario. (resetWorld)
     */
    public function reset(string $world): World
    {
        return World::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode((string) $world) . '/reset'));
    }

    /**
     * Fork a world. (forkWorld)
     *
     * @param string|null $id Lower-case letters, digits and hyphens, at most 63
     * @param string|null $apiKey Letters and digits, a hyphen, and a datacenter such as dc1
     * @param Settings|null $settings Settings that differ from the settings of the original. A reset keeps them
     */
    public function fork(string $world, ?string $id = null, ?string $apiKey = null, ?Settings $settings = null): World
    {
        return World::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode((string) $world) . '/fork', body: new ForkWorld(id: $id, apiKey: $apiKey, settings: $settings)));
    }
}
