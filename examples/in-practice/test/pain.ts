import { connect } from '#client'
import type { World, WorldOptions } from 'maildouble/client'
import { expect, test } from 'maildouble/vitest'

export { expect }

/** The list of the scenario `starter`, two of its subscribers, and a stranger. */
export const NEWS = 'aaaaaaaaaa'
export const ADA = 'ada@acme.test'
export const BOB = 'bob@globex.test'
export const EVE = 'eve@example.com'

interface Context {
  readonly world: World
  /** The client. Its pauses move the clock of the world, so they take no time. */
  readonly api: ReturnType<typeof connect>
}

interface Options {
  /** The error of the test with the naive client. */
  readonly symptom: RegExp
  /** The world of the test; by default one of the scenario `starter`. */
  readonly world?: WorldOptions
  /** How long a call may take, in milliseconds. */
  readonly timeLimit?: number
}

/** A test of a pain, named as in docs/time-and-faults.md: it passes with the right client, and fails with the symptom with the naive one. */
export function pain(
  title: string,
  { symptom, world: worldOptions = {}, timeLimit }: Options,
  body: (context: Context) => Promise<void>,
) {
  test.extend<{ worldOptions: WorldOptions }>({ worldOptions })(title, async ({ world }) => {
    const pause = (ms: number) => world.clock.advance(ms)
    const run = body({ world, api: connect({ url: `${world.baseUrl}/3.0`, key: world.apiKey, pause, timeLimit }) })
    if (process.env.CLIENT === 'naive') await expect(run).rejects.toThrow(symptom)
    else await run
  })
}
