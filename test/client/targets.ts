import { createDouble, startServer, type DoubleOptions } from '../../src/index.ts'
import { connect, type Target } from '../../src/kit/client/index.ts'

/** A server as a test suite sees it. */
export interface TestTarget extends AsyncDisposable {
  readonly url: string
  readonly apiKey: string
  readonly controlToken: string | undefined
  readonly fetch?: Target['fetch']
  readonly receiveAt?: Target['receiveAt']
}

/** The ways to a double: over a socket, and in this process. */
export const targets: readonly [name: string, open: (options?: DoubleOptions) => Promise<TestTarget>][] = [
  ['over a socket', (options) => startServer(withDefaults(options))],
  ['in process', (options) => createDouble(withDefaults(options))],
]

/** The list of the scenario `webhooks`, and one of its members. */
export const LIST = '3eb0000001'
export const BOB = { list_id: LIST, email_address: 'bob@acme.test' } as const

/** A client, and a world with a list and webhooks whose deliveries are recorded but not sent, unless `mode` says otherwise. */
export async function clientAndWorld(target: TestTarget, mode: 'record' | 'deliver' = 'record') {
  const maildouble = connect(target)
  const world = await maildouble.worlds.create({ scenario: 'webhooks', settings: { webhooks: { mode } } })
  return { maildouble, world }
}

function withDefaults(options: DoubleOptions = {}): DoubleOptions {
  return { scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, log: () => {}, ...options }
}

/** The error with which a promise rejects. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}
