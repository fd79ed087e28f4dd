import { literal } from '../../../kernel/support/source-text.ts'
import { makeRecordedMatch } from '../../../server/control/requests/recorded-match.ts'
import type { Schemas } from '../../client/contract.ts'
import type { ProgramCall } from '../run-program.ts'

type RecordedCall = Schemas['Request']

/** The seed of recorded worlds and of the worlds in the written tests: both generate the same ids. */
export const SEED = 'recorded'

export interface RecordedRun {
  readonly command: ProgramCall
  readonly scenario: string
  readonly clock: 'frozen' | 'realtime'
  readonly calls: readonly RecordedCall[]
  /** The words of the deployment, if they are not those of the scenario. */
  readonly words: Schemas['Settings']['vocabulary']
  readonly host: readonly string[]
  readonly offline?: boolean
}

/** Equal calls that a test expects: their common members and their number. */
interface Expected {
  readonly match: ReturnType<typeof makeRecordedMatch>
  readonly count: number
  /** Whether the calls are polls: repeated reads by a program that waits. */
  readonly isPoll: boolean
}

/** The source text of a Vitest test that runs the recorded command again and verifies its calls. */
export function recordedTest({ command, scenario, clock, calls, words, host, offline = false }: RecordedRun): string {
  const hosts = [...host.flatMap((each) => ['--host', each]), ...(offline ? ['--offline'] : [])]
  // The variables of the world tell `run` to use the world instead of a server of its own.
  const [program, ...args] = hosts.length === 0 ? command : (['npx', 'maildouble', 'run', ...hosts, '--', ...command] as const)
  const title = `${command.join(' ')} makes the recorded calls`
  const expected = groupCalls(calls)
  const isRealtime = clock === 'realtime'
  const options = {
    scenario,
    seed: SEED,
    ...(isRealtime ? { clock: { mode: clock } } : {}),
    ...(words ? { vocabulary: words } : {}),
  }
  // In real time, a program does not poll equally often each time.
  const countOf = ({ count, isPoll }: Expected): object => (isRealtime && isPoll ? { at_least: 1 } : { exactly: count })
  const verified = expected.map(
    (each) => `  await world.requests.verify({ match: ${literal(each.match)}, count: ${literal(countOf(each))} })`,
  )
  const nothingElse =
    isRealtime && expected.some(({ isPoll }) => isPoll)
      ? ''
      : `
  // Nothing else was called.
  expect(await world.requests.list({ limit: ${calls.length + 1} })).toHaveLength(${calls.length})`
  return `import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ${nothingElse === '' ? '' : 'expect, '}test } from 'maildouble/vitest'

test.override({ worldOptions: ${literal(options)} })

test(${literal(title)}, async ({ world }) => {
  await promisify(execFile)(${literal(program)}, ${literal(args)}, { env: { ...process.env, ...world.variables } })

${verified.join('\n')}${nothingElse}
}, 120_000)
`
}

/** One expectation for equal calls, in the order of their first calls. */
function groupCalls(calls: readonly RecordedCall[]): readonly Expected[] {
  const found = new Map<string, { match: Expected['match']; count: number; isPoll: boolean }>()
  for (const call of calls) {
    const match = makeRecordedMatch(call)
    const known = found.get(JSON.stringify(match))
    if (known) {
      known.count += 1
      known.isPoll = call.method === 'GET'
    } else found.set(JSON.stringify(match), { match, count: 1, isPoll: false })
  }
  return [...found.values()]
}
