import { assemble } from '../double/double.ts'
import type { CheckResult } from '../drift/check.ts'
import type { Exchange } from '../drift/exchange.ts'
import type { GivenVocabulary } from '../../service/vocabulary/definition.ts'
import { buildWorldFrom } from '../../service/scenarios/scenarios.ts'
import type { Scenario, ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import type { Millis } from '../../kernel/support/time.ts'

/** A world that answers the requests of a recording. */
export interface Twin {
  /** Moves the clock on to an instant. An earlier one changes nothing. */
  readonly reach: (at: Millis) => Promise<void>
  /** Sends a request; its path is below `/3.0`. */
  readonly send: (request: TwinRequest) => Promise<Exchange>
}

interface TwinRequest {
  readonly method: string
  /** The path with the query: `/lists?count=1`. */
  readonly path: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | undefined
}

interface TwinOptions {
  readonly source: ScenarioSource
  readonly scenario: Scenario['name']
  readonly vocabulary: GivenVocabulary | undefined
  /** Where the clock starts. */
  readonly now: string
}

const URL_OF_TWIN = 'http://maildouble.test'

/** Headers of a request that change its answer, besides those of authorization. */
const SENT = ['content-type', 'accept', 'x-http-method-override']

/** Makes a world in this process. It sends nothing to anyone: its webhooks stay in it. */
export async function openTwin({ source, scenario, vocabulary, now }: TwinOptions): Promise<Twin> {
  const { app, context, begin, end } = assemble({
    publicUrl: URL_OF_TWIN,
    access: { hosts: [], origins: [], allowedOrigins: [], token: undefined },
    log: (message) => {
      throw new Error(`The double failed: ${message}`)
    },
    build: (options) => buildWorldFrom(source, { ...options, ...(vocabulary ? { defaultVocabulary: vocabulary } : {}) }),
    scenarios: source,
  })
  // From here on, nothing is sent.
  end()
  const handle = await begin({ scenario, now, clock: { mode: 'frozen', rate: 0 } })
  return {
    async reach(at) {
      if (at > handle.world.clock.now) await context.scheduler.advance(handle, at)
    },
    async send({ method, path, headers, body }) {
      const url = new URL(`${URL_OF_TWIN}/3.0${path}`)
      const sent = new Headers({ authorization: `Bearer ${handle.world.credentials.api_key}` })
      for (const name of SENT) {
        const value = headers.get(name)
        if (value !== undefined) sent.set(name, value)
      }
      const response = await app.fetch(new Request(url, { method, headers: sent, ...(body === undefined ? {} : { body }) }))
      return {
        method,
        url,
        requestHeaders: headers,
        requestBody: body,
        status: response.status,
        headers: new Map(response.headers),
        body: await response.text(),
        at: handle.world.clock.now,
      }
    },
  }
}

/** An exchange of a recording and the one of its twin, both in the words of the reference. */
export interface Pair {
  readonly recorded: Exchange & { readonly checked: CheckResult }
  readonly made: Exchange & { readonly checked: CheckResult }
}
