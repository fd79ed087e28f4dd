<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Timings, limits and switches of a world. The `settings` of a scenario use the same names; the environment variable of a setting is `MAILDOUBLE_` followed by its name in capitals. A setting of a group can also be named with a dot: `batch.phase`. */
final readonly class Settings implements \JsonSerializable
{
    /**
     * @param 'any'|'known'|null $credentials `any`: unknown keys are accepted as keys of this world; `known`: only keys that a world issued
     * @param string|int|float|null $statsCache How long list stats are cached, in the time of the world, ISO 8601 or milliseconds; 0 turns the cache off
     * @param SettingsStats|null $stats Stats of lists
     * @param int|null $connections Maximum number of requests in flight per account; 0 turns the limit off. Further calls are rejected all the same while 128 MiB of answers are unread
     * @param string|int|float|null $serviceTime Time that each call takes, ISO 8601 or milliseconds; at most one minute. In real time, unless `service_times.clock` says otherwise
     * @param SettingsServiceTimes|null $serviceTimes How long calls take, by operation and by row
     * @param SettingsStaleness|null $staleness Reads that lag behind, as those of the service do for minutes. Writes, and reads of single things, are always current
     * @param string|null $callerAddress The IP address that is recorded for callers
     * @param int|null $bodyLimit Maximum size of a request body in bytes, after decompression
     * @param 'full'|'name'|null $listRequired Required members of a new list: `full` for all members that the reference requires, `name` for the name only
     * @param int|null $maxLists Maximum number of lists in the account; -1 for no limit
     * @param 'accept'|'refuse'|null $reservedDomains Whether addresses at reserved test domains can be members
     * @param SettingsRefusedAddresses|null $refusedAddresses Addresses that cannot be added to lists, as the service refuses some
     * @param int|null $searchLimit Maximum number of members in a search result
     * @param 'read'|'change'|null $assistants What assistants may do with the world through the tools of `maildouble mcp` and `/_mcp`: `read` it only, or `change` it too. Worlds that the tools make have `change`
     * @param 'on'|'off'|null $conversations Whether the account's plan includes conversations
     * @param int|null $verifiedDomainDeleteStatus The status with which deleting a verified domain is answered
     * @param 'off'|'loopback'|'any'|null $imports From where the content of a campaign may be imported by its `url`, and the feeds of RSS campaigns may be fetched: from nowhere, from this machine, or from every host that `--allow-egress` allows as well. A function that receives calls in this process answers in either case. Fetching a page or a feed takes at most `webhooks.timeout`
     * @param 'found'|'missing'|null $siteScript Whether the script of a connected site is found during verification
     * @param SettingsOauth|null $oauth Sign-in of applications
     * @param SettingsAuthorizedApps|null $authorizedApps Authorized applications
     * @param SettingsFiles|null $files Files of the file manager
     * @param SettingsExports|null $exports Account exports
     * @param SettingsCampaigns|null $campaigns Campaigns
     * @param SettingsCommerce|null $commerce Stores, their customers, carts and orders
     * @param SettingsReports|null $reports Reports of campaigns
     * @param SettingsBatch|null $batch Batch operations
     * @param SettingsWebhooks|null $webhooks Outgoing webhooks
     * @param SettingsVocabulary|null $vocabulary The words of a deployment that differ from the words of the reference, as docs/sdk.md describes; null for none. Each part is replaced as a whole. The environment variable names a file
     */
    public function __construct(
        public ?string $credentials = null,
        public string|int|float|null $statsCache = null,
        public ?SettingsStats $stats = null,
        public ?int $connections = null,
        public string|int|float|null $serviceTime = null,
        public ?SettingsServiceTimes $serviceTimes = null,
        public ?SettingsStaleness $staleness = null,
        public ?string $callerAddress = null,
        public ?int $bodyLimit = null,
        public ?string $listRequired = null,
        public ?int $maxLists = null,
        public ?string $reservedDomains = null,
        public ?SettingsRefusedAddresses $refusedAddresses = null,
        public ?int $searchLimit = null,
        public ?string $assistants = null,
        public ?string $conversations = null,
        public ?int $verifiedDomainDeleteStatus = null,
        public ?string $imports = null,
        public ?string $siteScript = null,
        public ?SettingsOauth $oauth = null,
        public ?SettingsAuthorizedApps $authorizedApps = null,
        public ?SettingsFiles $files = null,
        public ?SettingsExports $exports = null,
        public ?SettingsCampaigns $campaigns = null,
        public ?SettingsCommerce $commerce = null,
        public ?SettingsReports $reports = null,
        public ?SettingsBatch $batch = null,
        public ?SettingsWebhooks $webhooks = null,
        public ?SettingsVocabulary $vocabulary = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            credentials: $data['credentials'] ?? null,
            statsCache: $data['stats_cache'] ?? null,
            stats: isset($data['stats']) ? SettingsStats::fromArray($data['stats']) : null,
            connections: $data['connections'] ?? null,
            serviceTime: $data['service_time'] ?? null,
            serviceTimes: isset($data['service_times']) ? SettingsServiceTimes::fromArray($data['service_times']) : null,
            staleness: isset($data['staleness']) ? SettingsStaleness::fromArray($data['staleness']) : null,
            callerAddress: $data['caller_address'] ?? null,
            bodyLimit: $data['body_limit'] ?? null,
            listRequired: $data['list_required'] ?? null,
            maxLists: $data['max_lists'] ?? null,
            reservedDomains: $data['reserved_domains'] ?? null,
            refusedAddresses: isset($data['refused_addresses']) ? SettingsRefusedAddresses::fromArray($data['refused_addresses']) : null,
            searchLimit: $data['search_limit'] ?? null,
            assistants: $data['assistants'] ?? null,
            conversations: $data['conversations'] ?? null,
            verifiedDomainDeleteStatus: $data['verified_domain_delete_status'] ?? null,
            imports: $data['imports'] ?? null,
            siteScript: $data['site_script'] ?? null,
            oauth: isset($data['oauth']) ? SettingsOauth::fromArray($data['oauth']) : null,
            authorizedApps: isset($data['authorized_apps']) ? SettingsAuthorizedApps::fromArray($data['authorized_apps']) : null,
            files: isset($data['files']) ? SettingsFiles::fromArray($data['files']) : null,
            exports: isset($data['exports']) ? SettingsExports::fromArray($data['exports']) : null,
            campaigns: isset($data['campaigns']) ? SettingsCampaigns::fromArray($data['campaigns']) : null,
            commerce: isset($data['commerce']) ? SettingsCommerce::fromArray($data['commerce']) : null,
            reports: isset($data['reports']) ? SettingsReports::fromArray($data['reports']) : null,
            batch: isset($data['batch']) ? SettingsBatch::fromArray($data['batch']) : null,
            webhooks: isset($data['webhooks']) ? SettingsWebhooks::fromArray($data['webhooks']) : null,
            vocabulary: isset($data['vocabulary']) ? SettingsVocabulary::fromArray($data['vocabulary']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'credentials' => $this->credentials,
            'stats_cache' => $this->statsCache,
            'stats' => $this->stats,
            'connections' => $this->connections,
            'service_time' => $this->serviceTime,
            'service_times' => $this->serviceTimes,
            'staleness' => $this->staleness,
            'caller_address' => $this->callerAddress,
            'body_limit' => $this->bodyLimit,
            'list_required' => $this->listRequired,
            'max_lists' => $this->maxLists,
            'reserved_domains' => $this->reservedDomains,
            'refused_addresses' => $this->refusedAddresses,
            'search_limit' => $this->searchLimit,
            'assistants' => $this->assistants,
            'conversations' => $this->conversations,
            'verified_domain_delete_status' => $this->verifiedDomainDeleteStatus,
            'imports' => $this->imports,
            'site_script' => $this->siteScript,
            'oauth' => $this->oauth,
            'authorized_apps' => $this->authorizedApps,
            'files' => $this->files,
            'exports' => $this->exports,
            'campaigns' => $this->campaigns,
            'commerce' => $this->commerce,
            'reports' => $this->reports,
            'batch' => $this->batch,
            'webhooks' => $this->webhooks,
            'vocabulary' => $this->vocabulary,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
