import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram, serveProcess } from '../server/program.ts'
import { assistantOver, journey } from './journey.ts'

test('maildouble mcp serves an assistant over standard input and output, with a server of its own that applications can call', async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [await builtProgram(), 'mcp'], stderr: 'pipe' })
  const errors: string[] = []
  transport.stderr?.on('data', (chunk: Buffer) => errors.push(String(chunk)))
  const assistant = await assistantOver(transport)
  const url = await journey(assistant)
  await assistant.client.close()
  expect(errors.join('')).toBe('')
  // The server has gone with the process.
  await expect(fetch(`${url}/3.0/ping`)).rejects.toThrow('fetch failed')
})

test('maildouble serve serves an assistant at /_mcp', async () => {
  const { child, printed, ended } = await serveProcess(['--log', 'json'])
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const [, url = ''] = await printed(/"url":"([^"]+)"/)
  const assistant = await assistantOver(new StreamableHTTPClientTransport(new URL(`${url}/_mcp`)))
  await journey(assistant)
  await assistant.client.close()
})
