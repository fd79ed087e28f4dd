import { formatCount } from '../../../kernel/support/format-count.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import type { AssumptionResult, FoundDifference, OperationResult, Result, Share } from '../../drift/result.ts'
import { COLUMNS, entry, plainText, textBar, wrapped, type Paint } from '../output.ts'
import { differencesIn, percentOf, placeOf, rankText, seenRows, settingsBlock, subject, verdict } from './words.ts'

/** Column width of names. */
const NAMES = 26

/** A result for a terminal. */
export function resultText(result: Result, paint: Paint = plainText): string {
  const { outcome, operations, assumptions, elsewhere, settings, remarks, stopped } = result
  const title = (text: string): string => paint('bold', text)
  const differing = operations.filter(({ differences }) => differences.length > 0)
  const byId = new Map(assumptions.map((each) => [each.id, each]))
  const count = differencesIn(result)
  const colour = outcome === 'agrees' ? 'green' : outcome === 'differs' ? 'red' : 'yellow'
  return [
    paint([colour, 'bold'], verdict(result)),
    wrapped(subject(result)),
    ...(stopped === undefined ? [] : [wrapped(`The run ended early: ${stopped}`)]),
    [title('Seen'), ...seenRows(result).map(([words, share]) => row(words, share, paint))].join('\n'),
    wrapped('What was not seen was not compared: it neither agrees nor differs.'),
    ...(count === 0 ? [] : [title(`Differences: ${formatCount(count)}`)]),
    ...differing.map((each) => operationText(each, byId, paint)),
    ...(elsewhere.differences.length === 0
      ? []
      : [
          [
            paint('bold', 'At paths without an operation'),
            ...elsewhere.differences.map((each) => differenceText(each, byId)),
          ].join('\n'),
        ]),
    ...assumptionsText(assumptions, title),
    ...(settings.length === 0 ? [] : [title('Settings that the answers imply, for a scenario'), settingsBlock(result)]),
    ...(remarks.length === 0 ? [] : [title('Remarks'), remarks.map(remarkText).join('\n')]),
    ...unseenText(operations, title),
  ]
    .join('\n\n')
    .concat('\n')
}

function row(words: string, share: Share, paint: Paint): string {
  const percent = percentOf(share)
  const style = percent === 0 ? 'red' : percent < 100 ? 'yellow' : 'green'
  const figures = `${formatCount(share.seen).padStart(6)} of ${formatCount(share.total).padStart(5)}`
  return `  ${words.padEnd(NAMES - 2)}${paint(style, textBar(percent, 24))}${`${percent.toFixed(1)} %`.padStart(9)}${figures}`
}

function operationText(
  { operation, method, path, differences }: OperationResult,
  assumptions: ReadonlyMap<string, AssumptionResult>,
  paint: Paint,
): string {
  return [
    paint('bold', operation),
    wrapped(foldable(`${method} ${path}`), '  '),
    ...differences.map((each) => differenceText(each, assumptions)),
  ].join('\n')
}

function differenceText(difference: FoundDifference, assumptions: ReadonlyMap<string, AssumptionResult>): string {
  const { expected, found, value, times, assumptions: ids } = difference
  const relied = ids
    .map((id) => {
      const assumption = assumptions.get(id)
      return `${id} (${assumption ? rankText(assumption) : 'unknown'})`
    })
    .join(', ')
  return [
    wrapped(foldable(`${placeOf(difference)}, ${formatCount(times, 'time')}`), '  '),
    entry('    expected', foldable(expected), 14),
    entry('    found', foldable(value === undefined ? found : `${found}: ${value}`), 14),
    ...(relied === '' ? [] : [entry('    assumed', relied, 14)]),
  ].join('\n')
}

/** Longest word that fits beside a name. */
const WORD_MAX = COLUMNS - 16

/** A text in which paths and other words that are wider than a line can be wrapped. */
function foldable(text: string): string {
  return text
    .split(' ')
    .flatMap((word) => (word.length <= WORD_MAX ? [word] : (word.match(/\/?[^/]{1,60}/g) ?? [])))
    .join(' ')
}

/** The assumptions that differ, with what they say. */
function assumptionsText(assumptions: readonly AssumptionResult[], title: (text: string) => string): string[] {
  const differing = assumptions.filter(({ outcome }) => outcome === 'differs')
  if (differing.length === 0) return []
  return [
    title(`Assumptions that differ: ${formatCount(differing.length)}`),
    differing.map(({ id, says, ...rank }) => `  ${id} (${rankText(rank)})\n${wrapped(says.trim(), '    ', COLUMNS)}`).join('\n'),
  ]
}

function remarkText({ operation, text, times }: Result['remarks'][number]): string {
  return entry(`  ${operation ?? 'the server'}`, times === 1 ? text : `${text}, ${formatCount(times, 'time')}`, NAMES)
}

/** The operations that were not seen, by the first segment of their path. */
function unseenText(operations: readonly OperationResult[], title: (text: string) => string): string[] {
  const unseen = operations.filter(({ outcome, method }) => outcome === 'not seen' && method === 'GET')
  if (unseen.length === 0) return []
  const lines = [...grouped(unseen, ({ path }) => path.split('/')[1] ?? '')].map(([area, group]) =>
    entry(`  ${area === '' ? 'root' : area}`, group.map(({ operation }) => operation).join(', '), NAMES),
  )
  return [title(`Operations that read, not seen: ${unseen.length}`), lines.join('\n')]
}
