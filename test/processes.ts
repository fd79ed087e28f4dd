import { MemoryStore } from './persistence/memory-store.ts'
import { UnreadableWorld, type Store } from '../src/server/persistence/store.ts'
import type { ScenarioSource } from '../src/service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../src/service/scenarios/read/shipped-scenarios.ts'
import { assemble } from '../src/kit/double/double.ts'
import { openPersistence } from '../src/kit/double/open-persistence.ts'
import { buildWorldFrom } from '../src/service/scenarios/scenarios.ts'
import { loadAllReactions } from '../src/service/resources/index.ts'
import type { NewWorldOptions } from '../src/service/scenarios/world-options.ts'
import { WorldSync } from '../src/server/persistence/world-sync.ts'
import type { WorldHandle } from '../src/server/runtime/world-handle.ts'
import { untilLoaded } from '../src/kernel/world/on-demand.ts'
import type { Tx } from '../src/kernel/world/tx.ts'
import type { Answered } from './mock.ts'

const PUBLIC_URL = 'http://maildouble.test'

type Plan = Omit<NewWorldOptions, 'id' | 'base_url'>

/** Further options of a process. */
interface Given {
  readonly recover?: boolean
  readonly scenarios?: ScenarioSource
}

/** An in-process double with its worlds in a store that other doubles can use as well. */
export async function processOn(store: Store, plan: Plan = {}, { recover = false, scenarios = shippedScenarios }: Given = {}) {
  const said: string[] = []
  const double = assemble({
    publicUrl: PUBLIC_URL,
    access: { hosts: ['maildouble.test'], origins: ['http://maildouble.test'], allowedOrigins: [], token: undefined },
    log: (message) => said.push(message),
    build: (options) => buildWorldFrom(scenarios, options),
    scenarios,
    persist: (parts) => openPersistence({ store, recover }, parts),
  })
  const options = {
    scenario: 'starter',
    seed: 'test',
    clock: { mode: 'frozen', rate: 0 },
    ...plan,
    settings: { credentials: 'any', ...plan.settings },
  } as const
  // A process whose world `default` is unreadable serves the others.
  const begun = await double.begin(options).catch((error: unknown) => {
    if (error instanceof UnreadableWorld) return undefined
    throw error
  })

  async function call(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const [method = 'GET', path = '/'] = line.split(' ')
    const response = await double.app.request(PUBLIC_URL + path, {
      method,
      headers: {
        authorization: `Bearer ${begun?.world.credentials.api_key ?? 'any'}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const hint = response.headers.get('x-maildouble-hint') ?? ''
    return { status: response.status, headers: response.headers, hint, text, body: text === '' ? undefined : JSON.parse(text) }
  }

  const handle = (id = 'default') => {
    const found = double.context.worlds.byId(id)
    if (!found) throw new Error(`There is no world ${id}.`)
    return found
  }

  return {
    call,
    handle,
    said,
    app: double.app,
    context: double.context,
    /** Runs a function in a transaction of the world and returns when it is saved. */
    plant: async <Result>(run: (tx: Tx) => Result): Promise<Result> => {
      // A call would have loaded what reacts to the rows that it makes.
      await untilLoaded(loadAllReactions)
      return double.context.scheduler.run(handle(), run)
    },
    /** Ends abruptly, like a killed process. */
    kill: () => double.end(),
    stop: async () => {
      double.end()
      await double.close()
    },
  }
}

/** Whether callers of the process of a handle wait for changes of its world. */
export function hasListeners({ persistence }: WorldHandle): boolean {
  return persistence instanceof WorldSync && persistence.hasListeners
}

/** Several processes on one store. */
export async function processes(count: number, plan: Plan = {}) {
  const store = new MemoryStore()
  const made = []
  for (let i = 0; i < count; i++) made.push(await processOn(store.view(), plan))
  return { store, processes: made }
}
