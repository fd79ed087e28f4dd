import type { RunningServer } from '../double/start.ts'

/** Options of commands that start a server for worlds that they add. */
export interface EmptyServerOptions {
  readonly port?: number
  readonly scenarioDir?: string | undefined
  readonly controlToken?: string | undefined
  /** A file with the words of the deployment, for all worlds. */
  readonly vocabulary?: string | undefined
}

/** Starts a server whose world `default` is empty, on a free port unless one is given. */
export async function startEmptyServer(options: EmptyServerOptions): Promise<RunningServer> {
  const { port = 0, scenarioDir, controlToken, vocabulary } = options
  const { startServer } = await import('../double/start.ts')
  return startServer({
    port,
    scenario: 'empty',
    // This process is ours.
    replaceGlobals: true,
    ...(scenarioDir === undefined ? {} : { scenarioDir }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  })
}
