import { createServer, request, type Server } from 'node:http'

/** What a reverse proxy does with a call on its way to a server. */
export interface PrefixProxyOptions {
  /** The port of the proxy. */
  readonly port: number
  /** The path that leads to the server; it is stripped. Everything else is answered with 404. */
  readonly prefix: string
  readonly serverPort: number
  /** Whether the server sees the host name of the proxy, or its own. */
  readonly keepsHost: boolean
}

/** A reverse proxy that serves one server under a path prefix, and streams answers as they come. */
export async function prefixProxy({ port, prefix, serverPort, keepsHost }: PrefixProxyOptions): Promise<Server> {
  const proxy = createServer((call, answer) => {
    const { url = '/', method = 'GET', headers } = call
    if (!url.startsWith(`${prefix}/`)) return void answer.writeHead(404).end('not proxied')
    const host = keepsHost ? (headers.host ?? '') : `127.0.0.1:${serverPort}`
    const passed = request(
      { host: '127.0.0.1', port: serverPort, method, path: url.slice(prefix.length), headers: { ...headers, host } },
      (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers)
        answer.flushHeaders()
        received.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    call.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return proxy
}
