<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Settings;
use Maildouble\Contract\SettingsAuthorizedApps;
use Maildouble\Contract\SettingsBatch;
use Maildouble\Contract\SettingsCampaigns;
use Maildouble\Contract\SettingsCommerce;
use Maildouble\Contract\SettingsExports;
use Maildouble\Contract\SettingsFiles;
use Maildouble\Contract\SettingsOauth;
use Maildouble\Contract\SettingsRefusedAddresses;
use Maildouble\Contract\SettingsReports;
use Maildouble\Contract\SettingsServiceTimes;
use Maildouble\Contract\SettingsStaleness;
use Maildouble\Contract\SettingsStats;
use Maildouble\Contract\SettingsVocabulary;
use Maildouble\Contract\SettingsWebhooks;
use Maildouble\Transport;

/** The operations of the control API about settings. */
class SettingsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * Get the settings. (getSettings)
     */
    public function get(): Settings
    {
        return Settings::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/settings'));
    }

    /**
     * Update the settings. (updateSettings)
     *
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
    public function update(
        ?string $credentials = null,
        string|int|float|null $statsCache = null,
        ?SettingsStats $stats = null,
        ?int $connections = null,
        string|int|float|null $serviceTime = null,
        ?SettingsServiceTimes $serviceTimes = null,
        ?SettingsStaleness $staleness = null,
        ?string $callerAddress = null,
        ?int $bodyLimit = null,
        ?string $listRequired = null,
        ?int $maxLists = null,
        ?string $reservedDomains = null,
        ?SettingsRefusedAddresses $refusedAddresses = null,
        ?int $searchLimit = null,
        ?string $assistants = null,
        ?string $conversations = null,
        ?int $verifiedDomainDeleteStatus = null,
        ?string $imports = null,
        ?string $siteScript = null,
        ?SettingsOauth $oauth = null,
        ?SettingsAuthorizedApps $authorizedApps = null,
        ?SettingsFiles $files = null,
        ?SettingsExports $exports = null,
        ?SettingsCampaigns $campaigns = null,
        ?SettingsCommerce $commerce = null,
        ?SettingsReports $reports = null,
        ?SettingsBatch $batch = null,
        ?SettingsWebhooks $webhooks = null,
        ?SettingsVocabulary $vocabulary = null,
    ): Settings {
        return Settings::fromArray($this->transport->call('PATCH', '/worlds/' . rawurlencode($this->world) . '/settings', body: new Settings(credentials: $credentials, statsCache: $statsCache, stats: $stats, connections: $connections, serviceTime: $serviceTime, serviceTimes: $serviceTimes, staleness: $staleness, callerAddress: $callerAddress, bodyLimit: $bodyLimit, listRequired: $listRequired, maxLists: $maxLists, reservedDomains: $reservedDomains, refusedAddresses: $refusedAddresses, searchLimit: $searchLimit, assistants: $assistants, conversations: $conversations, verifiedDomainDeleteStatus: $verifiedDomainDeleteStatus, imports: $imports, siteScript: $siteScript, oauth: $oauth, authorizedApps: $authorizedApps, files: $files, exports: $exports, campaigns: $campaigns, commerce: $commerce, reports: $reports, batch: $batch, webhooks: $webhooks, vocabulary: $vocabulary)));
    }
}
