import { startServer, type RunningServer } from '../server/start.ts'
import { version } from '../server/version.ts'
import { settingsFrom } from './environment.ts'
import { fail } from './fail.ts'

/** How time is to pass, as it stands on the command line. */
export interface ClockOption {
  readonly mode: 'frozen' | 'realtime' | 'scaled'
  readonly rate: number
}

/** The options of `maildouble serve`, as the command line parser hands them over. */
interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly scenario: string
  readonly scenarioDir?: string
  readonly seed?: string
  readonly clock: ClockOption
  readonly publicUrl?: string
  readonly controlToken?: string
  readonly allowHost?: readonly string[]
  readonly redirectUri?: string
  readonly allowEgress?: string | readonly string[]
}

/** Serves until the process is told to stop. */
export async function serve({ allowHost, allowEgress, redirectUri, ...options }: ServeOptions): Promise<void> {
  try {
    const server = await startServer({
      ...options,
      ...(allowHost ? { allowHosts: [allowHost].flat() } : {}),
      ...(allowEgress ? { allowEgress: [allowEgress].flat().flatMap((targets) => targets.split(',')) } : {}),
      ...(redirectUri === undefined ? {} : { oauth: { redirect_uri: redirectUri } }),
      settings: await settingsFrom(process.env),
      // This process is ours: the lighter objects serve three times as many requests.
      replaceGlobals: true,
    })
    console.log(greeting(server, options))
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void server.stop().then(() => process.exit(0)))
  } catch (error) {
    fail(error)
  }
}

/** What a person needs to go on: where it listens, the key, and three commands to paste. */
function greeting({ url, apiKey, controlToken }: RunningServer, { scenario, clock }: ServeOptions): string {
  const token = controlToken === undefined ? '' : ` -H 'authorization: Bearer ${controlToken}'`
  return [
    `maildouble ${version} serves the scenario "${scenario}", clock ${clock.mode}${clock.mode === 'scaled' ? `:${clock.rate}` : ''}`,
    '',
    `  API      ${url}/3.0`,
    `  API key  ${apiKey}`,
    `  Control  ${url}/_control`,
    ...(controlToken === undefined ? [] : [`  Token    ${controlToken}`]),
    '',
    'Try:',
    `  curl -u any:${apiKey} ${url}/3.0/`,
    `  curl -u any:${apiKey} \\`,
    `       '${url}/3.0/lists?fields=lists.id,lists.name'`,
    `  curl${token} -H 'content-type: application/json' \\`,
    `       -d '{"by":"PT5M"}' ${url}/_control/clock/advance`,
    '',
  ].join('\n')
}
