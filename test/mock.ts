import { assemble, type Assembled } from '../src/kit/double/double.ts'
import { untilLoaded } from '../src/kernel/world/on-demand.ts'
import { loadAllReactions } from '../src/service/resources/index.ts'
import type { Tx } from '../src/kernel/world/tx.ts'
import type { ScenarioSource } from '../src/service/scenarios/read/scenario-source.ts'
import { buildWorldFrom } from '../src/service/scenarios/scenarios.ts'
import type { NewWorldOptions } from '../src/service/scenarios/world-options.ts'
import { shippedScenarios } from '../src/service/scenarios/read/shipped-scenarios.ts'

// Answers are data of the service: tests look into them freely, and the contract is checked by the server itself.
// oxlint-disable-next-line no-explicit-any
export type Body = any

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly text: string
  /** What the double says about an error beyond the answer of the service. */
  readonly hint: string
}

interface CallOptions {
  readonly headers?: Record<string, string>
  /** Omits the credential. */
  readonly anonymous?: boolean
  /** A raw body. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}

const PUBLIC_URL = 'http://maildouble.test'

/** Further options of an in-process double. */
interface Given {
  readonly publicUrl?: string
  readonly scenarios?: ScenarioSource
}

/** An in-process double with one empty account whose clock is at 2026-01-15T09:00:00Z. */
export function mock(
  plan: Omit<NewWorldOptions, 'id' | 'base_url'> = {},
  { publicUrl = PUBLIC_URL, scenarios = shippedScenarios }: Given = {},
) {
  const defects: string[] = []
  const double: Assembled = assemble({
    publicUrl,
    access: { hosts: ['maildouble.test'], origins: ['http://maildouble.test'], allowedOrigins: [], token: undefined },
    log: (message) => defects.push(message),
    build: (options) => buildWorldFrom(scenarios, options),
    scenarios,
  })
  const ready = double.begin({
    scenario: 'empty',
    seed: 'test',
    clock: { mode: 'frozen', rate: 0 },
    ...plan,
    settings: { credentials: 'any', ...plan.settings },
  })

  async function call(
    line: string,
    body?: unknown,
    { headers = {}, anonymous = false, raw }: CallOptions = {},
  ): Promise<Answered> {
    await ready
    const [method = 'GET', path = '/'] = line.split(' ')
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await double.app.request(publicUrl + path, {
      method,
      headers: {
        ...(anonymous ? {} : { authorization: `Basic ${btoa('anyone:test-dc1')}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await response.text()
    if (response.headers.has('x-maildouble-defect')) throw new Error(defects.at(-1) ?? text)
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    return {
      status: response.status,
      headers: response.headers,
      hint: response.headers.get('x-maildouble-hint') ?? '',
      text,
      body: text === '' || isPage ? undefined : JSON.parse(text),
    }
  }

  const handle = () => {
    const found = double.context.worlds.byId('default')
    if (!found) throw new Error('Await the first call before looking into the world.')
    return found
  }

  return {
    call,
    ready,
    context: double.context,
    app: double.app,
    defects,
    receiveAt: double.receiveAt,
    /** Stops sending webhooks. */
    end: double.end,
    handle,
    /** Advances the clock. */
    pass: (by: string) => call('POST /_control/clock/advance', { by }),
    /** Runs a function in a transaction of the world, once the world exists. */
    plant: async <Result>(run: (tx: Tx) => Result): Promise<Result> => {
      // A call would have loaded what reacts to the rows that it makes.
      await untilLoaded(loadAllReactions)
      return double.context.scheduler.run(await ready, run)
    },
  }
}
