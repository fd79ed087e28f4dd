import { connect } from '../../client/connect.ts'
import { serveOverStdio } from '../../mcp/stdio.ts'
import { loadSdk } from '../../mcp/sdk.ts'
import { WorldAccess } from '../../mcp/world-access.ts'
import { endOnSignals } from '../signals.ts'
import type { McpOptions } from './options.ts'

/**
 * Serves an assistant until it closes standard input. Nothing else is written to standard output. Whether a given server runs shows at
 * the first call of a tool, so that it may be started later than the assistant.
 */
export async function serveAssistant({ url, allowWrites = false, ...own }: McpOptions): Promise<void> {
  // Before a server is started.
  await loadSdk()
  const server = url === undefined ? await ownServer(own) : undefined
  const access = new WorldAccess({ allowWrites, howToAllow: 'maildouble mcp --allow-writes' })
  const maildouble = connect(server ?? { url: url ?? '', controlToken: own.controlToken })
  const onDefect = (tool: string, error: unknown): void => console.error(`DEFECT of maildouble in the tool ${tool}:`, error)
  const { close, closed } = await serveOverStdio(
    { maildouble, access, onDefect },
    { input: process.stdin, output: process.stdout },
  )
  const stop = async (): Promise<void> => {
    await close()
    await server?.stop()
  }
  endOnSignals({ onSignal: () => {}, stop })
  await closed
  await stop()
}

/** A server in this process. It listens on a port for the application under test. */
async function ownServer({ scenarioDir, controlToken, port }: Omit<McpOptions, 'url' | 'allowWrites'>) {
  const { startServer } = await import('../../double/start.ts')
  return startServer({
    port,
    ...(scenarioDir === undefined ? {} : { scenarioDir }),
    ...(controlToken === undefined ? {} : { controlToken }),
  })
}
