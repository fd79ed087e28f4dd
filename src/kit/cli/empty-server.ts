import type { RunningServer } from '../double/start.ts'

/** Options of commands that start a server for worlds that they add. */
export interface EmptyServerOptions {
  readonly port?: number
  readonly scenarioDir?: string | undefined
  readonly controlToken?: string | undefined
}

/** Starts a server whose world `default` is empty, on a free port unless one is given. */
export async function startEmptyServer({ port = 0, scenarioDir, controlToken }: EmptyServerOptions): Promise<RunningServer> {
  const { startServer } = await import('../double/start.ts')
  return startServer({
    port,
    scenario: 'empty',
    // This process is ours.
    replaceGlobals: true,
    ...(scenarioDir === undefined ? {} : { scenarioDir }),
    ...(controlToken === undefined ? {} : { controlToken }),
  })
}
