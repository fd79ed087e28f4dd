import type { Readable, Writable } from 'node:stream'
import { loadStdio } from './sdk.ts'
import { prepareServers } from './server.ts'
import type { ToolContext } from './tool.ts'

/** The streams over which an assistant is served. */
interface Streams {
  readonly input: Readable
  readonly output: Writable
}

interface ServedAssistant {
  readonly close: () => Promise<void>
  /** Resolves when the assistant has closed the input. */
  readonly closed: Promise<void>
}

export async function serveOverStdio(context: ToolContext, { input, output }: Streams): Promise<ServedAssistant> {
  const [{ serveStdio, StdioServerTransport }, server] = await Promise.all([loadStdio(), prepareServers(context)])
  const transport = new StdioServerTransport(input, output)
  const handle = serveStdio(server, { transport, onerror: (error) => console.error(`maildouble mcp: ${error.message}`) })
  const closed = new Promise<void>((resolve) => input.once('close', resolve).once('end', resolve))
  return { close: () => handle.close(), closed }
}
