import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { program } from '../server/program.ts'

test('maildouble mcp serves an assistant over standard input and output, with a server of its own that applications can call', async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [await program(), 'mcp'], stderr: 'pipe' })
  const errors: string[] = []
  transport.stderr?.on('data', (chunk: Buffer) => errors.push(String(chunk)))
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  const call = async (name: string, given: Record<string, unknown>): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: given })
    return content.map((each) => (each.type === 'text' ? each.text : '')).join('')
  }
  const made = await call('create_world', { id: 'shop', scenario: 'starter' })
  const [, url = '', key = ''] = /"base_url":"(http:\/\/127\.0\.0\.1:\d+\/_worlds\/shop)","api_key":"([^"]+)"/.exec(made) ?? []
  const answer = await fetch(`${url}/3.0/lists/nowhere`, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(404)
  expect(await call('list_requests', { world: 'shop' })).toContain(
    '"call":"GET /3.0/lists/nowhere","operation":"getList","status":404',
  )
  await client.close()
  expect(errors.join('')).toBe('')
  // The server has gone with the process.
  await expect(fetch(`${url}/3.0/ping`)).rejects.toThrow('fetch failed')
})
