import { MemoryStore } from '../src/stores/memory-store.ts'
import type { Store } from '../src/host/store.ts'
import { assemble } from '../src/server/double.ts'
import { keepWorlds } from '../src/server/keep.ts'
import { buildWorld, type WorldWish } from '../src/scenarios/scenarios.ts'
import type { Answered } from './mock.ts'

const PUBLIC_URL = 'http://maildouble.test'

/** A process in process: a double whose worlds are kept in a store that others may use as well. */
export async function processOn(store: Store, plan: Omit<WorldWish, 'id' | 'base_url'> = {}) {
  const said: string[] = []
  const double = assemble({
    publicUrl: PUBLIC_URL,
    access: { hosts: ['maildouble.test'], token: undefined },
    log: (message) => said.push(message),
    build: buildWorld,
    keep: (parts) => keepWorlds({ store, recover: false }, parts),
  })
  const cell = await double.begin({
    scenario: 'starter',
    seed: 'test',
    clock: { mode: 'frozen', rate: 0 },
    ...plan,
    settings: { credentials: 'any', ...plan.settings },
  })

  async function call(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await double.app.request(PUBLIC_URL + path, {
      method,
      headers: {
        authorization: `Bearer ${cell.world.credentials.api_key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
  }

  return {
    call,
    said,
    stage: double.stage,
    /** Ends without a word, as a process does that is killed. */
    kill: () => double.end(),
    stop: async () => {
      double.end()
      await double.close()
    },
  }
}

/** Some processes on one store. */
export async function processes(count: number, plan: Omit<WorldWish, 'id' | 'base_url'> = {}) {
  const store = new MemoryStore()
  const made = []
  for (let i = 0; i < count; i++) made.push(await processOn(store.view(), plan))
  return { store, processes: made }
}
