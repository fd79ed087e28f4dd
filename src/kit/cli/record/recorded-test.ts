import type { Schemas } from '../../client/contract.ts'
import type { ProgramCall } from '../run-program.ts'
import type { RecordOptions } from './options.ts'

type Call = Schemas['Request']

export interface RecordedRun {
  readonly command: ProgramCall
  readonly scenario: string
  readonly clock: RecordOptions['clock']
  readonly seed: string
  readonly calls: readonly Call[]
}

/** Equal calls that a test expects: their common members and their number. */
interface Expected {
  readonly match: Schemas['RequestMatch']
  readonly count: number
  /** Whether the calls are polls: repeated reads by a program that waits. */
  readonly isPoll: boolean
}

/** The source text of a Vitest test that runs the recorded command again and verifies its calls. */
export function recordedTest({ command, scenario, clock, seed, calls }: RecordedRun): string {
  const [program, ...args] = command
  const title = `${command.join(' ')} makes the recorded calls`
  const expected = expectedOf(calls)
  const isRealtime = clock === 'realtime'
  const options = { scenario, seed, ...(isRealtime ? { clock: { mode: clock } } : {}) }
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
function expectedOf(calls: readonly Call[]): readonly Expected[] {
  const found = new Map<string, { match: Schemas['RequestMatch']; count: number; isPoll: boolean }>()
  for (const call of calls) {
    const match = matchOf(call)
    const known = found.get(JSON.stringify(match))
    if (known) {
      known.count += 1
      known.isPoll = call.method === 'GET'
    } else found.set(JSON.stringify(match), { match, count: 1, isPoll: false })
  }
  return [...found.values()]
}

function matchOf({ operation, method, path, query, request, status, via }: Call): Schemas['RequestMatch'] {
  const parameters = withoutSecrets(query)
  const members = withoutSecrets(membersOf(request.body))
  return {
    ...(operation === null ? { method: method as NonNullable<Schemas['RequestMatch']['method']> } : { operation }),
    path: `/${path.replace(/^(?:\/3\.0(?=\/|$))?\/?/, '')}`,
    ...(isEmpty(parameters) ? {} : { query: parameters }),
    ...(isEmpty(members) ? {} : { body: members }),
    status: status ?? 'none',
    ...(via === 'batch' ? { via } : {}),
  }
}

/** The members of a JSON body by their pointers. Bodies of other types are not compared. */
function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(body)
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return {}
    const named = Object.entries(data).map(([name, value]) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value])
    return Object.fromEntries(named.slice(0, MEMBERS_MAX))
  } catch {
    return {}
  }
}

/** Maximum number of members that one expectation compares. */
const MEMBERS_MAX = 50

/** The journal has placeholders such as `{{api_key}}` for secrets, which cannot be compared. */
function withoutSecrets<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !/\{\{\w/.test(JSON.stringify(value))))
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0
}

/** A value as TypeScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') {
    const quoted = JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
    return `'${quoted.replaceAll("'", String.raw`\'`)}'`
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${/^[a-z_]\w*$/i.test(name) ? name : literal(name)}: ${literal(each)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
