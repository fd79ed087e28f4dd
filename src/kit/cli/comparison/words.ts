import { formatCount } from '../../../kernel/support/format-count.ts'
import { ASPECTS } from '../../drift/finding.ts'
import type { AssumptionResult, FoundDifference, OperationResult, Result, Share } from '../../drift/result.ts'

/** The outcome in one sentence. */
export function verdict({ outcome, stopped }: Result): string {
  if (outcome === 'differs') return 'The service differs.'
  if (outcome === 'agrees') return 'Everything that was seen agrees.'
  return stopped === undefined
    ? 'Nothing was seen, so nothing can be said.'
    : 'Nothing that was seen differs, but the run did not end.'
}

/** What was compared with what. */
export function subject({ kind, source, at, calls, maildouble }: Result): string {
  const what = kind === 'drift' ? `The service at ${source}` : `Recordings in ${source}`
  return `${what}, compared with maildouble ${maildouble} at ${at.slice(0, 19)}Z in ${formatCount(calls, 'call')}.`
}

/** How much of the contract was seen, as rows of a table. */
export function seenRows({ kind, seen }: Result): readonly (readonly [words: string, share: Share])[] {
  return [
    ...(kind === 'drift' ? [['Operations that read', seen.reads] as const] : []),
    ['Operations', seen.operations],
    ['Members of answers', seen.members],
    ['Assumptions', seen.assumptions],
  ]
}

/** The percentage of a share, rounded down. */
export function percentOf({ seen, total }: Share): number {
  return total === 0 ? 100 : Math.floor((1000 * seen) / total) / 10
}

/** The place of a difference: `member /stats/open_rate`. */
export function placeOf({ aspect, at }: FoundDifference): string {
  return at === '' ? ASPECTS[aspect] : `${ASPECTS[aspect]} ${at}`
}

export function differencesIn({ operations, elsewhere }: Pick<Result, 'operations' | 'elsewhere'>): number {
  return [...operations, elsewhere].reduce((sum, { differences }) => sum + differences.length, 0)
}

/** How often an operation agreed, in all aspects. */
export function agreementsIn({ agreed }: Pick<OperationResult, 'agreed'>): number {
  return Object.values(agreed).reduce((sum, places) => sum + Object.values(places).reduce((count, times) => count + times, 0), 0)
}

/** The settings that the answers imply, as a block of a scenario. A setting with several values has a comment. */
export function settingsBlock({ settings }: Pick<Result, 'settings'>): string {
  const names = [...new Set(settings.map(({ name }) => name))]
  const lines = names.map((name) => {
    const found = settings.filter((each) => each.name === name).toSorted((a, b) => b.times - a.times)
    const [first, ...others] = found
    const also = others.map(({ value, times }) => `${value} in ${formatCount(times, 'answer')}`).join(', ')
    return `  ${name}: ${first?.value}${also === '' ? '' : ` # also ${also}`}`
  })
  return ['settings:', ...lines].join('\n')
}

/** The confidence of an assumption, and what showed it. */
export function rankText({ confidence, seen }: Pick<AssumptionResult, 'confidence' | 'seen'>): string {
  return seen === undefined ? confidence : `${confidence}: ${seen}`
}
