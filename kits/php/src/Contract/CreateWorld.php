<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The options of a new world. All are optional. */
final readonly class CreateWorld implements \JsonSerializable
{
    /**
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
    public function __construct(
        public ?string $id = null,
        public ?string $scenario = null,
        public mixed $scenarioInline = null,
        public mixed $seed = null,
        public ?string $now = null,
        public ?UpdateClock $clock = null,
        public ?string $apiKey = null,
        public ?string $credentials = null,
        public ?CreateWorldOauth $oauth = null,
        public ?Settings $settings = null,
        public ?string $outage = null,
        public ?CreateWorldVocabulary $vocabulary = null,
        public mixed $bundle = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'] ?? null,
            scenario: $data['scenario'] ?? null,
            scenarioInline: $data['scenario_inline'] ?? null,
            seed: $data['seed'] ?? null,
            now: $data['now'] ?? null,
            clock: isset($data['clock']) ? UpdateClock::fromArray($data['clock']) : null,
            apiKey: $data['api_key'] ?? null,
            credentials: $data['credentials'] ?? null,
            oauth: isset($data['oauth']) ? CreateWorldOauth::fromArray($data['oauth']) : null,
            settings: isset($data['settings']) ? Settings::fromArray($data['settings']) : null,
            outage: $data['outage'] ?? null,
            vocabulary: isset($data['vocabulary']) ? CreateWorldVocabulary::fromArray($data['vocabulary']) : null,
            bundle: $data['bundle'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'scenario' => $this->scenario,
            'scenario_inline' => $this->scenarioInline,
            'seed' => $this->seed,
            'now' => $this->now,
            'clock' => $this->clock,
            'api_key' => $this->apiKey,
            'credentials' => $this->credentials,
            'oauth' => $this->oauth,
            'settings' => $this->settings,
            'outage' => $this->outage,
            'vocabulary' => $this->vocabulary,
            'bundle' => $this->bundle,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
