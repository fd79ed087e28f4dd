// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Timings, limits and switches of a world. The {@code settings} of a scenario use the same names; the environment variable of a setting is {@code MAILDOUBLE_} followed by its name in capitals. A setting of a group can also be named with a dot: {@code batch.phase}.
 *
 * @param credentials {@code any}: unknown keys are accepted as keys of this world; {@code known}: only keys that a world issued. One of {@code any}, {@code known}
 * @param statsCache How long list stats are cached, in the time of the world, ISO 8601 or milliseconds; 0 turns the cache off
 * @param stats Stats of lists
 * @param connections Maximum number of requests in flight per account; 0 turns the limit off. Further calls are rejected all the same while 128 MiB of answers are unread
 * @param serviceTime Time that each call takes, ISO 8601 or milliseconds; at most one minute. In real time, unless {@code service_times.clock} says otherwise
 * @param serviceTimes How long calls take, by operation and by row
 * @param staleness Reads that lag behind, as those of the service do for minutes. Writes, and reads of single things, are always current
 * @param callerAddress The IP address that is recorded for callers
 * @param bodyLimit Maximum size of a request body in bytes, after decompression
 * @param listRequired Required members of a new list: {@code full} for all members that the reference requires, {@code name} for the name only. One of {@code full}, {@code name}
 * @param maxLists Maximum number of lists in the account; -1 for no limit
 * @param reservedDomains Whether addresses at reserved test domains can be members. One of {@code accept}, {@code refuse}
 * @param refusedAddresses Addresses that cannot be added to lists, as the service refuses some
 * @param searchLimit Maximum number of members in a search result
 * @param assistants What assistants may do with the world through the tools of {@code maildouble mcp} and {@code /_mcp}: {@code read} it only, or {@code change} it too. Worlds that the tools make have {@code change}. One of {@code read}, {@code change}
 * @param conversations Whether the account's plan includes conversations. One of {@code on}, {@code off}
 * @param verifiedDomainDeleteStatus The status with which deleting a verified domain is answered
 * @param imports From where the content of a campaign may be imported by its {@code url}, and the feeds of RSS campaigns may be fetched: from nowhere, from this machine, or from every host that {@code --allow-egress} allows as well. A function that receives calls in this process answers in either case. Fetching a page or a feed takes at most {@code webhooks.timeout}. One of {@code off}, {@code loopback}, {@code any}
 * @param siteScript Whether the script of a connected site is found during verification. One of {@code found}, {@code missing}
 * @param oauth Sign-in of applications
 * @param authorizedApps Authorized applications
 * @param files Files of the file manager
 * @param exports Account exports
 * @param campaigns Campaigns
 * @param commerce Stores, their customers, carts and orders
 * @param reports Reports of campaigns
 * @param batch Batch operations
 * @param webhooks Outgoing webhooks
 * @param vocabulary The words of a deployment that differ from the words of the reference, as docs/sdk.md describes; null for none. Each part is replaced as a whole. The environment variable names a file
 */
public record Settings(
    @JsonProperty("credentials") String credentials,
    @JsonProperty("stats_cache") Object statsCache,
    @JsonProperty("stats") SettingsStats stats,
    @JsonProperty("connections") Integer connections,
    @JsonProperty("service_time") Object serviceTime,
    @JsonProperty("service_times") SettingsServiceTimes serviceTimes,
    @JsonProperty("staleness") SettingsStaleness staleness,
    @JsonProperty("caller_address") String callerAddress,
    @JsonProperty("body_limit") Integer bodyLimit,
    @JsonProperty("list_required") String listRequired,
    @JsonProperty("max_lists") Integer maxLists,
    @JsonProperty("reserved_domains") String reservedDomains,
    @JsonProperty("refused_addresses") SettingsRefusedAddresses refusedAddresses,
    @JsonProperty("search_limit") Integer searchLimit,
    @JsonProperty("assistants") String assistants,
    @JsonProperty("conversations") String conversations,
    @JsonProperty("verified_domain_delete_status") Integer verifiedDomainDeleteStatus,
    @JsonProperty("imports") String imports,
    @JsonProperty("site_script") String siteScript,
    @JsonProperty("oauth") SettingsOauth oauth,
    @JsonProperty("authorized_apps") SettingsAuthorizedApps authorizedApps,
    @JsonProperty("files") SettingsFiles files,
    @JsonProperty("exports") SettingsExports exports,
    @JsonProperty("campaigns") SettingsCampaigns campaigns,
    @JsonProperty("commerce") SettingsCommerce commerce,
    @JsonProperty("reports") SettingsReports reports,
    @JsonProperty("batch") SettingsBatch batch,
    @JsonProperty("webhooks") SettingsWebhooks webhooks,
    @JsonProperty("vocabulary") SettingsVocabulary vocabulary) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link Settings}. */
  public static final class Builder {
    private String credentials;
    private Object statsCache;
    private SettingsStats stats;
    private Integer connections;
    private Object serviceTime;
    private SettingsServiceTimes serviceTimes;
    private SettingsStaleness staleness;
    private String callerAddress;
    private Integer bodyLimit;
    private String listRequired;
    private Integer maxLists;
    private String reservedDomains;
    private SettingsRefusedAddresses refusedAddresses;
    private Integer searchLimit;
    private String assistants;
    private String conversations;
    private Integer verifiedDomainDeleteStatus;
    private String imports;
    private String siteScript;
    private SettingsOauth oauth;
    private SettingsAuthorizedApps authorizedApps;
    private SettingsFiles files;
    private SettingsExports exports;
    private SettingsCampaigns campaigns;
    private SettingsCommerce commerce;
    private SettingsReports reports;
    private SettingsBatch batch;
    private SettingsWebhooks webhooks;
    private SettingsVocabulary vocabulary;

    private Builder() {}

    /** {@code any}: unknown keys are accepted as keys of this world; {@code known}: only keys that a world issued. One of {@code any}, {@code known} */
    public Builder credentials(String credentials) {
      this.credentials = credentials;
      return this;
    }

    /** How long list stats are cached, in the time of the world, ISO 8601 or milliseconds; 0 turns the cache off */
    public Builder statsCache(String statsCache) {
      this.statsCache = statsCache;
      return this;
    }

    /** How long list stats are cached, in the time of the world, ISO 8601 or milliseconds; 0 turns the cache off */
    public Builder statsCache(Duration statsCache) {
      this.statsCache = statsCache.toString();
      return this;
    }

    /** Stats of lists */
    public Builder stats(SettingsStats stats) {
      this.stats = stats;
      return this;
    }

    /** Stats of lists */
    public Builder stats(Consumer<SettingsStats.Builder> stats) {
      var builder = SettingsStats.builder();
      stats.accept(builder);
      this.stats = builder.build();
      return this;
    }

    /** Maximum number of requests in flight per account; 0 turns the limit off. Further calls are rejected all the same while 128 MiB of answers are unread */
    public Builder connections(Integer connections) {
      this.connections = connections;
      return this;
    }

    /** Time that each call takes, ISO 8601 or milliseconds; at most one minute. In real time, unless {@code service_times.clock} says otherwise */
    public Builder serviceTime(String serviceTime) {
      this.serviceTime = serviceTime;
      return this;
    }

    /** Time that each call takes, ISO 8601 or milliseconds; at most one minute. In real time, unless {@code service_times.clock} says otherwise */
    public Builder serviceTime(Duration serviceTime) {
      this.serviceTime = serviceTime.toString();
      return this;
    }

    /** How long calls take, by operation and by row */
    public Builder serviceTimes(SettingsServiceTimes serviceTimes) {
      this.serviceTimes = serviceTimes;
      return this;
    }

    /** How long calls take, by operation and by row */
    public Builder serviceTimes(Consumer<SettingsServiceTimes.Builder> serviceTimes) {
      var builder = SettingsServiceTimes.builder();
      serviceTimes.accept(builder);
      this.serviceTimes = builder.build();
      return this;
    }

    /** Reads that lag behind, as those of the service do for minutes. Writes, and reads of single things, are always current */
    public Builder staleness(SettingsStaleness staleness) {
      this.staleness = staleness;
      return this;
    }

    /** Reads that lag behind, as those of the service do for minutes. Writes, and reads of single things, are always current */
    public Builder staleness(Consumer<SettingsStaleness.Builder> staleness) {
      var builder = SettingsStaleness.builder();
      staleness.accept(builder);
      this.staleness = builder.build();
      return this;
    }

    /** The IP address that is recorded for callers */
    public Builder callerAddress(String callerAddress) {
      this.callerAddress = callerAddress;
      return this;
    }

    /** Maximum size of a request body in bytes, after decompression */
    public Builder bodyLimit(Integer bodyLimit) {
      this.bodyLimit = bodyLimit;
      return this;
    }

    /** Required members of a new list: {@code full} for all members that the reference requires, {@code name} for the name only. One of {@code full}, {@code name} */
    public Builder listRequired(String listRequired) {
      this.listRequired = listRequired;
      return this;
    }

    /** Maximum number of lists in the account; -1 for no limit */
    public Builder maxLists(Integer maxLists) {
      this.maxLists = maxLists;
      return this;
    }

    /** Whether addresses at reserved test domains can be members. One of {@code accept}, {@code refuse} */
    public Builder reservedDomains(String reservedDomains) {
      this.reservedDomains = reservedDomains;
      return this;
    }

    /** Addresses that cannot be added to lists, as the service refuses some */
    public Builder refusedAddresses(SettingsRefusedAddresses refusedAddresses) {
      this.refusedAddresses = refusedAddresses;
      return this;
    }

    /** Addresses that cannot be added to lists, as the service refuses some */
    public Builder refusedAddresses(Consumer<SettingsRefusedAddresses.Builder> refusedAddresses) {
      var builder = SettingsRefusedAddresses.builder();
      refusedAddresses.accept(builder);
      this.refusedAddresses = builder.build();
      return this;
    }

    /** Maximum number of members in a search result */
    public Builder searchLimit(Integer searchLimit) {
      this.searchLimit = searchLimit;
      return this;
    }

    /** What assistants may do with the world through the tools of {@code maildouble mcp} and {@code /_mcp}: {@code read} it only, or {@code change} it too. Worlds that the tools make have {@code change}. One of {@code read}, {@code change} */
    public Builder assistants(String assistants) {
      this.assistants = assistants;
      return this;
    }

    /** Whether the account's plan includes conversations. One of {@code on}, {@code off} */
    public Builder conversations(String conversations) {
      this.conversations = conversations;
      return this;
    }

    /** The status with which deleting a verified domain is answered */
    public Builder verifiedDomainDeleteStatus(Integer verifiedDomainDeleteStatus) {
      this.verifiedDomainDeleteStatus = verifiedDomainDeleteStatus;
      return this;
    }

    /** From where the content of a campaign may be imported by its {@code url}, and the feeds of RSS campaigns may be fetched: from nowhere, from this machine, or from every host that {@code --allow-egress} allows as well. A function that receives calls in this process answers in either case. Fetching a page or a feed takes at most {@code webhooks.timeout}. One of {@code off}, {@code loopback}, {@code any} */
    public Builder imports(String imports) {
      this.imports = imports;
      return this;
    }

    /** Whether the script of a connected site is found during verification. One of {@code found}, {@code missing} */
    public Builder siteScript(String siteScript) {
      this.siteScript = siteScript;
      return this;
    }

    /** Sign-in of applications */
    public Builder oauth(SettingsOauth oauth) {
      this.oauth = oauth;
      return this;
    }

    /** Sign-in of applications */
    public Builder oauth(Consumer<SettingsOauth.Builder> oauth) {
      var builder = SettingsOauth.builder();
      oauth.accept(builder);
      this.oauth = builder.build();
      return this;
    }

    /** Authorized applications */
    public Builder authorizedApps(SettingsAuthorizedApps authorizedApps) {
      this.authorizedApps = authorizedApps;
      return this;
    }

    /** Authorized applications */
    public Builder authorizedApps(Consumer<SettingsAuthorizedApps.Builder> authorizedApps) {
      var builder = SettingsAuthorizedApps.builder();
      authorizedApps.accept(builder);
      this.authorizedApps = builder.build();
      return this;
    }

    /** Files of the file manager */
    public Builder files(SettingsFiles files) {
      this.files = files;
      return this;
    }

    /** Files of the file manager */
    public Builder files(Consumer<SettingsFiles.Builder> files) {
      var builder = SettingsFiles.builder();
      files.accept(builder);
      this.files = builder.build();
      return this;
    }

    /** Account exports */
    public Builder exports(SettingsExports exports) {
      this.exports = exports;
      return this;
    }

    /** Account exports */
    public Builder exports(Consumer<SettingsExports.Builder> exports) {
      var builder = SettingsExports.builder();
      exports.accept(builder);
      this.exports = builder.build();
      return this;
    }

    /** Campaigns */
    public Builder campaigns(SettingsCampaigns campaigns) {
      this.campaigns = campaigns;
      return this;
    }

    /** Campaigns */
    public Builder campaigns(Consumer<SettingsCampaigns.Builder> campaigns) {
      var builder = SettingsCampaigns.builder();
      campaigns.accept(builder);
      this.campaigns = builder.build();
      return this;
    }

    /** Stores, their customers, carts and orders */
    public Builder commerce(SettingsCommerce commerce) {
      this.commerce = commerce;
      return this;
    }

    /** Stores, their customers, carts and orders */
    public Builder commerce(Consumer<SettingsCommerce.Builder> commerce) {
      var builder = SettingsCommerce.builder();
      commerce.accept(builder);
      this.commerce = builder.build();
      return this;
    }

    /** Reports of campaigns */
    public Builder reports(SettingsReports reports) {
      this.reports = reports;
      return this;
    }

    /** Reports of campaigns */
    public Builder reports(Consumer<SettingsReports.Builder> reports) {
      var builder = SettingsReports.builder();
      reports.accept(builder);
      this.reports = builder.build();
      return this;
    }

    /** Batch operations */
    public Builder batch(SettingsBatch batch) {
      this.batch = batch;
      return this;
    }

    /** Batch operations */
    public Builder batch(Consumer<SettingsBatch.Builder> batch) {
      var builder = SettingsBatch.builder();
      batch.accept(builder);
      this.batch = builder.build();
      return this;
    }

    /** Outgoing webhooks */
    public Builder webhooks(SettingsWebhooks webhooks) {
      this.webhooks = webhooks;
      return this;
    }

    /** Outgoing webhooks */
    public Builder webhooks(Consumer<SettingsWebhooks.Builder> webhooks) {
      var builder = SettingsWebhooks.builder();
      webhooks.accept(builder);
      this.webhooks = builder.build();
      return this;
    }

    /** The words of a deployment that differ from the words of the reference, as docs/sdk.md describes; null for none. Each part is replaced as a whole. The environment variable names a file */
    public Builder vocabulary(SettingsVocabulary vocabulary) {
      this.vocabulary = vocabulary;
      return this;
    }

    /** The words of a deployment that differ from the words of the reference, as docs/sdk.md describes; null for none. Each part is replaced as a whole. The environment variable names a file */
    public Builder vocabulary(Consumer<SettingsVocabulary.Builder> vocabulary) {
      var builder = SettingsVocabulary.builder();
      vocabulary.accept(builder);
      this.vocabulary = builder.build();
      return this;
    }

    /** Returns the record. */
    public Settings build() {
      return new Settings(credentials, statsCache, stats, connections, serviceTime, serviceTimes, staleness, callerAddress, bodyLimit, listRequired, maxLists, reservedDomains, refusedAddresses, searchLimit, assistants, conversations, verifiedDomainDeleteStatus, imports, siteScript, oauth, authorizedApps, files, exports, campaigns, commerce, reports, batch, webhooks, vocabulary);
    }
  }
}
