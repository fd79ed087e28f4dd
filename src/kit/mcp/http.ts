import { loadSdk } from './sdk.ts'
import { prepareServers } from './server.ts'
import type { ToolContext } from './tool.ts'

/** Serves assistants over HTTP. */
export interface HttpAssistants {
  /** Answers a request, whose body has been read and parsed. Host, origin and token must have been checked. */
  readonly answer: (request: Request, body: unknown) => Promise<Response>
  /** Ends the streams that are open. */
  readonly close: () => Promise<void>
}

/**
 * Serves assistants by the streamable HTTP transport, without sessions: each request is complete in itself, so any process of a server can
 * answer it. Throws a MissingSdk if the SDK is not installed.
 */
export async function serveOverHttp(context: ToolContext): Promise<HttpAssistants> {
  const [{ createMcpHandler }, server] = await Promise.all([loadSdk(), prepareServers(context)])
  const { fetch, close } = createMcpHandler(server)
  return { answer: (request, parsedBody) => fetch(request, { parsedBody }), close }
}
