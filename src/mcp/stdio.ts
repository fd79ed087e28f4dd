import { loadStdio } from './sdk.ts'
import { mcpServers } from './server.ts'
import type { ToolContext } from './tool.ts'

/** Serves an assistant over standard input and output. `closed` resolves when the assistant has closed the input. */
export async function serveOverStdio(
  context: ToolContext,
): Promise<{ readonly close: () => Promise<void>; readonly closed: Promise<void> }> {
  const [{ serveStdio, StdioServerTransport }, server] = await Promise.all([loadStdio(), mcpServers(context)])
  const transport = new StdioServerTransport()
  const handle = serveStdio(server, { transport, onerror: (error) => console.error(`maildouble mcp: ${error.message}`) })
  const closed = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  return { close: () => handle.close(), closed }
}
