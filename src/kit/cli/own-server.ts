import type { ScenarioName } from '../../kernel/contract/names.ts'
import type { RunningServer, ServerOptions } from '../double/start.ts'

/** Options of commands that start a server of their own. */
interface OwnServerOptions extends Pick<ServerOptions, 'clock' | 'defaultClock' | 'seed' | 'port'> {
  readonly scenario?: string
  /** The outage in which the world `default` starts. */
  readonly outage?: string | undefined
  readonly scenarioDir?: string | undefined
  readonly controlToken?: string | undefined
  /** A file with the words of the deployment, for all worlds. */
  readonly vocabulary?: string | undefined
}

/** Starts a server on a free port, unless one is given. Its world `default` is empty, unless a scenario is given. */
export async function startOwnServer(options: OwnServerOptions): Promise<RunningServer> {
  const { scenario = 'empty', outage, scenarioDir, controlToken, vocabulary, ...rest } = options
  const { startServer } = await import('../double/start.ts')
  const starting = startServer({
    ...rest,
    scenario: scenario as ScenarioName,
    ...(outage === undefined ? {} : { outage }),
    ...(scenarioDir === undefined ? {} : { scenarioDir }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  })
  return starting.catch(async (error: unknown) => {
    const { whyNotStarted } = await import('./serve/broken-scenarios.ts')
    throw await whyNotStarted(error, scenarioDir)
  })
}
