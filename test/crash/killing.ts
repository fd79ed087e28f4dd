import { TEST_TIMEOUT_MS } from '../deadline.ts'
import { receiver } from '../receiver.ts'
import { cliSubject } from './cli-subject.ts'
import { crash, type CrashResult, type Plan } from './driver.ts'
import type { Subject } from './subject.ts'

/** Number of kills; more with `npm run test:crash`. */
export const KILLS = Number(process.env['CRASH_KILLS'] ?? 3)

/** Maximum duration: on a slow machine there are fewer kills. */
const BOUND_MS = process.env['CRASH_KILLS'] === undefined ? 240_000 : KILLS * 10_000

/** Maximum duration of a test with the given number of kills. */
export const CRASH_TIMEOUT_MS = BOUND_MS + TEST_TIMEOUT_MS

/** Kills `maildouble serve` with a store as often as time allows, and returns the lost writes. */
export async function killing(name: string, args: readonly string[]): Promise<CrashResult> {
  const seed = process.env['CRASH_SEED'] ?? String(process.pid)
  return crashing(name, await cliSubject(args), { seed, kills: KILLS, ms: BOUND_MS })
}

/** Kills a server and prints the result. */
export async function crashing(name: string, subject: Subject, plan: Omit<Plan, 'hooks'>): Promise<CrashResult> {
  const hooks = await receiver()
  const began = performance.now()
  try {
    const crashed = await crash(subject, { ...plan, hooks })
    const { kills, acknowledged, compared, unanswered, done, wrong } = crashed
    const seconds = Math.round((performance.now() - began) / 1000)
    const doubts = `${unanswered} writes without an answer, of which ${done} had been done`
    console.log(
      `${name}: ${kills} kills in ${seconds} s; ${acknowledged} writes acknowledged, ${compared} things compared; ${doubts}; ${wrong.length} wrong. CRASH_SEED=${plan.seed} takes the same chances again.`,
    )
    return crashed
  } finally {
    hooks.close()
  }
}
