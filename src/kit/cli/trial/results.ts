import { formatCount } from '../../../kernel/support/words.ts'
import { entry, type Paint, type TextStyle } from '../output.ts'

/** One run of the command. */
export interface Run {
  readonly exit: number
  /** Number of its calls to the service. */
  readonly calls: number
}

/** A run in an outage. */
export interface OutageResult extends Run {
  readonly outage: string
  /** How often the faults of the outage fired. */
  readonly fired: number
  readonly is_failure_expected: boolean
  readonly verdict: OutageVerdict
}

/** `not tried`: the outage never fired, so the run tells nothing about it. */
type OutageVerdict = 'survived' | 'failed' | 'not tried'

export function judgeRun({ exit, fired }: Run & { readonly fired: number }): OutageVerdict {
  if (fired === 0) return 'not tried'
  return exit === 0 ? 'survived' : 'failed'
}

/** 1 if an outage was not survived and its failure was not expected, 2 if an outage was not tried, and 0 otherwise. */
export function decideExitStatus(results: readonly OutageResult[]): 0 | 1 | 2 {
  if (results.some(({ verdict, is_failure_expected }) => verdict === 'failed' && !is_failure_expected)) return 1
  return results.some(({ verdict }) => verdict === 'not tried') ? 2 : 0
}

/** The results as a table, and a sentence about them. */
export function resultsText(before: Run, results: readonly OutageResult[], paint: Paint): string {
  const names = ['no outage', ...results.map(({ outage }) => outage)]
  const room = Math.min(NAME_MAX, Math.max(...names.map(({ length }) => length))) + 4
  const row = (name: string, text: string, look: TextStyle): string => paint(look, entry(`  ${name}`, text, room))
  return [
    row('no outage', `passes, ${formatCount(before.calls, 'call')}`, 'dim'),
    ...results.map((result) => row(result.outage, rowText(result), chooseVerdictStyle(result))),
    '',
    summary(results),
  ].join('\n')
}

/** Maximum length of a name beside its result. The result of a longer one is below it. */
const NAME_MAX = 30

function rowText({ verdict, exit, calls, fired, is_failure_expected }: OutageResult): string {
  const made = formatCount(calls, 'call')
  const status = exit === 0 ? '' : ` (exit status ${exit})`
  if (verdict === 'not tried') return `not tried${status}, ${made}: the outage never fired`
  const manner = is_failure_expected ? MANNERS[verdict] : ''
  return `${verdict}${manner}${status}, ${made}, the outage fired ${formatCount(fired, 'time')}`
}

/** The verdicts about an outage whose failure is expected. */
const MANNERS = { survived: ' unexpectedly', failed: ' as expected' } as const

function chooseVerdictStyle({ verdict, is_failure_expected }: OutageResult): TextStyle {
  if (verdict === 'survived') return 'green'
  return verdict === 'failed' && !is_failure_expected ? 'red' : 'yellow'
}

function summary(results: readonly OutageResult[]): string {
  const number = (verdict: OutageVerdict): number => results.filter((each) => each.verdict === verdict).length
  const untried = number('not tried')
  const rest = untried === 0 ? '' : ` ${formatCount(untried, 'outage')} not tried.`
  return `The command survives ${number('survived')} of ${formatCount(results.length - untried, 'outage')}.${rest}`
}
