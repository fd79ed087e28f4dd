import type { Command } from 'commander'
import { loadFetchLate } from './late-fetch.ts'
import { parseBytes, parseClock, environmentFlag, environmentOption, parsePort, parseRedirectUri } from '../options.ts'
import type { ServeOptions } from './options.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the API and its control API until interrupted')
    .addOption(
      environmentOption('--port <number>', 'port to listen on, 0 for a free one', 'PORT').default(4030).argParser(parsePort),
    )
    .addOption(environmentOption('--host <address>', 'address to listen on', 'HOST').default('127.0.0.1'))
    .addOption(environmentOption('--scenario <name>', 'scenario to start with', 'SCENARIO').default('starter'))
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .addOption(environmentOption('--outage <name>', 'outage of the scenario to start in', 'OUTAGE'))
    .addOption(
      environmentOption('--like <what>', 'what wins where recordings of the service contradict its reference', 'LIKE').choices([
        'reference',
        'recorded',
      ]),
    )
    .addOption(environmentOption('--vocabulary <file>', 'words of your deployment, where they differ', 'VOCABULARY'))
    .addOption(environmentOption('--evidence <file>', 'result of drift or compare, shown with assumptions', 'EVIDENCE'))
    .addOption(
      environmentOption(
        '--seed <text>',
        "seed for ids, keys and randomness; default: the scenario's, or random if --host is not loopback",
        'SEED',
      ),
    )
    .addOption(
      environmentOption(
        '--clock <mode>',
        "realtime, frozen, or scaled:60 (one minute per second); default: the scenario's, or realtime",
        'CLOCK',
      ).argParser(parseClock),
    )
    .addOption(environmentOption('--public-url <url>', 'base URL of the links in answers', 'PUBLIC_URL'))
    .addOption(environmentOption('--control-token <token>', 'bearer token for /_control', 'CONTROL_TOKEN'))
    .addOption(environmentOption('--shared-key <key>', 'key for every world that a header of the call names', 'SHARED_KEY'))
    .addOption(environmentOption('--allow-host <names...>', 'further host names for /_control', 'ALLOW_HOST'))
    .addOption(environmentOption('--allow-origin <origins...>', 'further origins whose pages may use /_control', 'ALLOW_ORIGIN'))
    .addOption(
      environmentOption('--allow-egress <targets...>', 'further hosts, addresses and ranges for webhooks', 'ALLOW_EGRESS'),
    )
    .addOption(
      environmentOption('--redirect-uri <url>', 'redirect URI of the registered application', 'REDIRECT_URI').argParser(
        parseRedirectUri,
      ),
    )
    .addOption(
      environmentOption('--log <mode>', 'log format: one line per call, JSON lines, or nothing', 'LOG')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
    .addOption(environmentFlag('--open', 'open the inspector in the browser', 'OPEN'))
    .addOption(environmentFlag('--stdin-end', 'stop when standard input ends, so with the parent process', 'STDIN_END'))
    .addOption(environmentFlag('--watch', 'recreate the world when scenarios of --scenario-dir change', 'WATCH'))
    .addOption(environmentOption('--data <folder>', 'save worlds in a folder, one file each', 'DATA'))
    .addOption(environmentOption('--store <url>', 'save worlds in Valkey or Redis: redis://host:6379/0', 'STORE'))
    .addOption(environmentFlag('--recover', 'set aside saved worlds that cannot be read', 'RECOVER'))
    .addOption(environmentOption('--world-ttl <duration>', 'how long unused worlds stay in --store, such as P7D', 'WORLD_TTL'))
    .addOption(
      environmentOption(
        '--journal-bytes <number>',
        'size at which the oldest calls of a world are dropped from its journal; default: 16777216',
        'JOURNAL_BYTES',
      ).argParser(parseBytes),
    )
    .addHelpText(
      'after',
      `
kill of npx leaves the server running. In scripts, start the program itself:
  node_modules/.bin/maildouble serve & SERVER=$!
  kill $SERVER`,
    )
    .action(async ({ scenario, ...options }: ServeOptions, command: Command) => {
      const isGiven = scenario !== undefined && command.getOptionValueSource('scenario') !== 'default'
      // Must run before any other module of the server is imported.
      loadFetchLate()
      const variables = command.options.flatMap(({ envVar }) => envVar ?? [])
      await (await import('./serve.ts')).serve({ ...options, ...(isGiven ? { scenario } : {}) }, variables)
    })
}
