import { connect } from '../../client/connect.ts'
import { serveOverStdio } from '../../mcp/stdio.ts'
import { loadSdk } from '../../mcp/sdk.ts'
import { WorldAccess } from '../../mcp/world-access.ts'
import { endOnSignals } from '../signals.ts'
import { isExecutable } from '../form.ts'

export interface McpOptions {
  readonly url?: string
  readonly controlToken?: string
  readonly port: number
  readonly scenarioDir?: string
  readonly allowWrites?: boolean
  /** The resources whose operations are tools; `true` for all. */
  readonly operations?: true | readonly string[]
}

const NOT_HERE =
  'the executable serves no assistants, since the package @modelcontextprotocol/server is not in it. Give the assistant the address ' +
  'http://127.0.0.1:4030/_mcp of a server that was installed by npm, or run: npx -y -p maildouble -p @modelcontextprotocol/server@2 maildouble mcp'

/**
 * Serves an assistant until it closes standard input. Nothing else is written to standard output. Whether a given server runs shows at
 * the first call of a tool, so that it may be started later than the assistant.
 */
export async function serveAssistant({ url, allowWrites = false, operations, ...own }: McpOptions): Promise<void> {
  if (isExecutable()) throw new Error(NOT_HERE)
  // Before a server is started.
  await loadSdk()
  const server = url === undefined ? await ownServer(own) : undefined
  const access = new WorldAccess({ allowWrites, howToAllow: 'maildouble mcp --allow-writes' })
  const maildouble = connect(server ?? { url: url ?? '', controlToken: own.controlToken })
  const onDefect = (tool: string, error: unknown): void => console.error(`DEFECT of maildouble in the tool ${tool}:`, error)
  const { close, closed } = await serveOverStdio(
    { maildouble, access, onDefect, ...(operations === undefined ? {} : { resources: splitOperations(operations) }) },
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

/** The resources, given one by one, or separated by commas in the environment. */
function splitOperations(operations: true | readonly string[]): string[] {
  return operations === true ? [] : operations.flatMap((names) => names.split(','))
}

/** A server in this process. It listens on a port for the application under test. */
async function ownServer({ scenarioDir, controlToken, port }: Omit<McpOptions, 'url' | 'allowWrites' | 'operations'>) {
  const { startServer } = await import('../../double/start.ts')
  return startServer({
    port,
    ...(scenarioDir === undefined ? {} : { scenarioDir }),
    ...(controlToken === undefined ? {} : { controlToken }),
  })
}
