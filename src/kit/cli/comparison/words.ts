import { formatCount } from '../../../kernel/support/words.ts'
import type { AssumptionResult, OperationResult, Result, Share } from '../../drift/result.ts'

/** The outcome in one sentence. */
export function verdict({ outcome, stopped, operations }: Result): string {
  if (outcome === 'differs') return 'The service differs.'
  const hasOld = operations.some(({ differences }) => differences.some(({ isOld }) => isOld))
  if (outcome === 'agrees')
    return hasOld
      ? 'Everything that was seen agrees, but for answers older than the contract.'
      : 'Everything that was seen agrees.'
  return stopped === undefined
    ? 'Nothing was seen, so nothing can be said.'
    : 'Nothing that was seen differs, but the run is not complete.'
}

/** What was compared with what. */
export function subject({ kind, source, at, calls, maildouble }: Result): string {
  const what = kind === 'drift' ? `The service at ${source}` : `Recordings in ${source}`
  return `${what}, compared with maildouble ${maildouble} at ${at.slice(0, 19)}Z in ${formatCount(calls, 'call')}.`
}

/** How much of the contract was seen, in words. */
export function seenShares({ kind, seen }: Result): readonly (readonly [words: string, share: Share])[] {
  return [
    ...(kind === 'drift' ? [['operations that read', seen.reads] as const] : []),
    ['operations', seen.operations],
    ['members of answers', seen.members],
    ['assumptions', seen.assumptions],
  ]
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
