import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { routes as controlRoutes } from '../../src/kernel/contract/control.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { tableNames } from '../../src/service/model/tables.ts'
import { freePort } from '../servers/free-port.ts'
import { startValkey, withoutValkey } from '../servers/valkey.ts'
import { dataFolder } from '../persistence/data-folder.ts'
import { fillEveryTable, type Call, type Filled } from './every-table.ts'
import { serveProcess, type Process } from './program.ts'

/** The built package, restarted on the same port with the same store. */
async function restartable(...args: readonly string[]) {
  const port = await freePort()
  let running: Process | undefined
  const start = async (): Promise<void> => {
    const options = ['--port', String(port), '--scenario', 'empty', '--clock', 'frozen', '--log', 'json', ...args]
    running = await serveProcess(options)
    await running.printed(/"type":"listening"/)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running?.child.kill(signal)
    await running?.ended
  }
  await start()
  onTestFinished(() => end('SIGKILL'))

  const get = async (path: string, key: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'manual',
    })
    return `${answer.status} ${answer.headers.get('content-type')} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`
  }
  const call: Call = async (line, body, init = {}) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...json,
      ...init,
      headers: { ...headers, ...init.headers },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${line} was answered ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    call,
    get,
    restart: async (signal: NodeJS.Signals): Promise<void> => {
      await end(signal)
      await start()
    },
  }
}

/** Parameters that operations require. */
const QUERIES: Readonly<Record<string, string>> = { searchMembers: '?query=ada', searchCampaigns: '?query=ada' }

/** What the control API reports about this process and not about stored data. */
const OF_THE_PROCESS = /\/(?:requests(?:\.har)?|bundle|stream|why|changes|steps|timeline)$/

/** Everything readable in a world: each list, report and page, and each row. */
function readable({ id, ids, links }: Filled): string[] {
  const named = (path: string): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'folder_id' && path.startsWith('/campaign')) return ids['campaign_folder_id'] ?? ''
      // Who was removed from an automation is in no queue of it.
      if (path.includes('/removed-subscribers/') && name === 'subscriber_hash') return ids['removed_hash'] ?? ''
      return ids[name] ?? `{${name}}`
    })
  const service = routes
    .filter(({ method }) => method === 'GET')
    .map((route) => `/_worlds/${id}/3.0${named(route.path)}${QUERIES[route.id] ?? ''}`)
  const control = controlRoutes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/worlds/{world}') && !OF_THE_PROCESS.test(path))
    .map(({ path }) => `/_control${path.replace('{world}', id)}`)
    .filter((path) => !path.includes('{'))
  const tables = tableNames.map((table) => `/_control/worlds/${id}/state/${table}?count=1000`)
  return [...service, ...control, ...tables, ...links]
}

/** What caused jobs and emails is in the history of changes, which only the process has that made them. */
function withoutHistory(path: string, answer: string): string {
  return /\/(?:jobs|emails)$/.test(path) ? answer.replaceAll(/"cause":\{[^}]*\}/g, '"cause":{}') : answer
}

async function answers(get: (path: string, key: string) => Promise<string>, filled: Filled): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const path of readable(filled)) read.set(path, withoutHistory(path, await get(path, filled.key)))
  return read
}

/** Fills every table, ends the process in each way, and expects all data to be restored. */
async function survives(...args: readonly string[]): Promise<void> {
  const server = await restartable(...args)
  const filled = await fillEveryTable(server.call, 'filled')
  const { counts } = await server.call('GET /_control/worlds/filled')
  expect(Object.keys(counts).toSorted()).toEqual(tableNames)
  const before = await answers(server.get, filled)
  expect([...before].filter(([, answer]) => !/^(?:200|302) /.test(answer))).toEqual([])
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await server.restart(signal)
    // Calls of the service come first: they load the least code before the world is read.
    const after = await answers(server.get, filled)
    expect(
      [...after].filter(([path, answer]) => answer !== before.get(path)).map(([path]) => path),
      signal,
    ).toEqual([])
  }
}

describe(
  'the built package restores all acknowledged data after SIGKILL and SIGTERM, with a row in every table,',
  { timeout: 300_000 },
  () => {
    test('a server with --data restores a row of every table after SIGKILL and SIGTERM', async () => {
      const folder = await dataFolder()
      await survives('--data', folder)
      const kept = await readFile(join(folder, 'worlds', 'filled.json'), 'utf8')
      for (const table of tableNames) expect(kept).toContain(`\n    "row ${table} `)
    })

    test.skipIf(withoutValkey)('a server with --store restores a row of every table after SIGKILL and SIGTERM', async () => {
      const valkey = await startValkey()
      onTestFinished(() => valkey.stop())
      await survives('--store', valkey.url)
    })
  },
)
