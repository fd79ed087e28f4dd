import { escapeControls } from '../../../kernel/support/escape.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { exitStatusOf, type AssumptionResult, type Result, type Share } from '../../drift/result.ts'
import { COLUMNS, entry, plainText, wrapWords, type Paint } from '../output.ts'
import { causesIn, describePlace, type DifferenceCause } from './causes.ts'

export interface TextOptions {
  readonly paint?: Paint
  /** Whether all causes and remarks are listed, and what was not seen. */
  readonly unseen?: boolean
}

/** Column width of names. */
const NAMES = 26

/** Most lines of causes and of remarks: a usual report fits on a screen. */
const CAUSE_LINES_MAX = 24
const REMARKS_MAX = 4

/** A result for a terminal: differences first, the verdict last. */
export function resultText(result: Result, { paint = plainText, unseen = false }: TextOptions = {}): string {
  const { outcome, assumptions, settings, remarks, stopped } = result
  const causes = causesIn(result)
  const byId = new Map(assumptions.map((each) => [each.id, each]))
  const colour = outcome === 'agrees' ? 'green' : outcome === 'differs' ? 'red' : 'yellow'
  const lists = [
    ...[false, true].map((isOld) => {
      const some = causes.filter((each) => each.isOld === isOld)
      return causeList(isOld ? 'In answers older than the contract' : 'Differences', some, { byId, paint, isWhole: unseen })
    }),
    ...(settings.length === 0
      ? []
      : [`${paint('bold', 'Settings that the answers imply, for a scenario')}\n${settingsBlock(result)}`]),
    remarkList(remarks, unseen),
    unseen ? unseenList(result) : '',
  ]
  const end = [
    wrapWords(subject(result)),
    wrapWords(unseenLine(result, unseen)),
    ...(stopped === undefined ? [] : [wrapWords(`The run is not complete: ${stopped}`)]),
    wrapWords(`${paint([colour, 'bold'], verdict(result))} Exit status: ${exitStatusOf(result)}.`),
  ].join('\n')
  return escapeText(`${[...lists, end].filter((each) => each !== '').join('\n\n')}\n`)
}

interface CauseListOptions {
  readonly byId: ReadonlyMap<string, AssumptionResult>
  readonly paint: Paint
  readonly isWhole: boolean
}

function causeList(title: string, causes: readonly DifferenceCause[], { byId, paint, isWhole }: CauseListOptions): string {
  if (causes.length === 0) return ''
  const lines: string[] = []
  let shown = 0
  for (const cause of causes) {
    const text = causeText(cause, byId).split('\n')
    if (!isWhole && shown > 0 && lines.length + text.length > CAUSE_LINES_MAX) break
    lines.push(...text)
    shown++
  }
  const places = causes.reduce((sum, each) => sum + each.places.length, 0)
  const head = `${title}: ${formatCount(causes.length, 'cause')} in ${formatCount(places, 'place')}`
  const rest = causes.length - shown
  return [paint('bold', head), ...lines, ...(rest === 0 ? [] : [`  and ${formatCount(rest)} more: --unseen lists them.`])].join(
    '\n',
  )
}

function causeText(
  { name, expected, found, places, assumptions: ids }: DifferenceCause,
  assumptions: ReadonlyMap<string, AssumptionResult>,
): string {
  const [first] = places
  const value = first?.value === undefined ? '' : `: ${first.value}`
  const where = places.length > 1 && first ? `, in ${places.length} places (${describePlace(first)})` : ''
  const relied = ids
    .map((id) => {
      const assumption = assumptions.get(id)
      return `${id} (${assumption ? rankText(assumption) : 'unknown'})`
    })
    .join(', ')
  const text = `${name}: expected ${expected}, found ${found}${value}${where}${relied === '' ? '' : ` [${relied}]`}`
  return wrapWords(allowFolding(text), '    ').replace('    ', '  ')
}

/** Longest word that fits into a line. */
const WORD_MAX = COLUMNS - 4

/** The longest parts of a word that end before a slash, or else fill a line. */
const FOLDABLE = new RegExp(`.{1,${WORD_MAX}}(?=/|$)|.{1,${WORD_MAX}}`, 'g')

/** A text in which paths and other words that are wider than a line can be wrapped. */
function allowFolding(text: string): string {
  return text
    .split(' ')
    .flatMap((word) => (word.length <= WORD_MAX ? [word] : (word.match(FOLDABLE) ?? [])))
    .join(' ')
}

function remarkList(remarks: Result['remarks'], isWhole: boolean): string {
  if (remarks.length === 0) return ''
  const shown = remarks.toSorted((a, b) => b.times - a.times).slice(0, isWhole ? remarks.length : REMARKS_MAX)
  const lines = shown.map(({ operation, text, times }) => {
    const line = `${operation === undefined ? '' : `${operation}: `}${text}${times === 1 ? '' : `, ${formatCount(times, 'time')}`}`
    return wrapWords(allowFolding(line), '    ').replace('    ', '  ')
  })
  const rest = remarks.length - shown.length
  return ['Remarks', ...lines, ...(rest === 0 ? [] : [`  and ${formatCount(rest)} more: --unseen lists them.`])].join('\n')
}

/** How much of the contract was not seen, and so neither agrees nor differs. */
function unseenLine(result: Result, isListed: boolean): string {
  const shares = seenShares(result).map(
    ([words, { seen, total }]) => `${formatCount(total - seen)} of ${formatCount(total)} ${words}`,
  )
  return `Not seen, so not compared: ${shares.join(', ')}.${isListed ? '' : ' --unseen lists them.'}`
}

/** The operations that were not seen, by the first segment of their path, and the assumptions. */
function unseenList({ operations, assumptions }: Result): string {
  const unseen = operations.filter(({ outcome }) => outcome === 'not seen')
  const ids = assumptions.filter(({ outcome }) => outcome === 'not seen').map(({ id }) => id)
  const lines = [...grouped(unseen, ({ path }) => path.split('/')[1] ?? '')].map(([area, group]) =>
    entry(`  ${area === '' ? 'root' : area}`, group.map(({ operation }) => operation).join(', '), NAMES),
  )
  return ['Not seen', ...lines, entry('  assumptions', ids.join(', '), NAMES)].join('\n')
}

/** The outcome in one sentence. */
function verdict({ outcome, stopped, operations }: Result): string {
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
function subject({ kind, source, at, calls, maildouble }: Result): string {
  const what = kind === 'drift' ? `The service at ${source}` : `Recordings in ${source}`
  return `${what}, compared with maildouble ${maildouble} at ${at.slice(0, 19)}Z in ${formatCount(calls, 'call')}.`
}

/** How much of the contract was seen, in words. */
function seenShares({ kind, seen }: Result): readonly (readonly [words: string, share: Share])[] {
  return [
    ...(kind === 'drift' ? [['operations that read', seen.reads] as const] : []),
    ['operations', seen.operations],
    ['members of answers', seen.members],
    ['assumptions', seen.assumptions],
  ]
}

/** The settings that the answers imply, as a block of a scenario. A setting with several values has a comment. */
function settingsBlock({ settings }: Result): string {
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
function rankText({ confidence, seen }: AssumptionResult): string {
  return seen === undefined ? confidence : `${confidence}: ${seen}`
}

/** Escapes what commands a terminal, but for lines and the styles of `paint`. */
function escapeText(text: string): string {
  return text
    .split(/(\n|\u001b\[\d+(?:;\d+)*m)/)
    .map((part, i) => (i % 2 === 0 ? escapeControls(part) : part))
    .join('')
}
