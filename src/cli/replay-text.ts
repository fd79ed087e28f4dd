import type { Schemas } from '../client/contract.ts'
import { counted } from '../control/coverage-gaps.ts'
import { wrapped } from './columns.ts'
import { plain, type Paint } from './paint.ts'

/** What came of a replay, and where the world is. */
export interface Replayed {
  readonly steps: number
  readonly differences_total: number
  readonly differences: Schemas['Replay']['differences']
  readonly world: Pick<Schemas['World'], 'id' | 'scenario' | 'now' | 'clock' | 'base_url' | 'api_key'>
  /** The address of the calls that were made. */
  readonly journal: string
}

/** So many differences are shown. */
const SHOWN_MAX = 10

/** What came of a replay, as it is read at one glance: the verdict first. */
export function replayText({ steps, differences_total, differences }: Replayed, paint: Paint = plain): string {
  const taken = `Replayed ${counted(steps, 'step')}`
  if (differences_total === 0) return `${taken}: ${paint('green', 'nothing differs')}.`
  const shown = differences.slice(0, SHOWN_MAX)
  const things = paint('red', differences_total === 1 ? '1 thing differs' : `${counted(differences_total)} things differ`)
  return [
    `${taken}: ${things}. The others may follow from the first.`,
    ...shown.map((each) => differenceText(each, paint)),
    ...(differences_total > shown.length
      ? [`and ${counted(differences_total - shown.length)} more; --json shows up to 100.`]
      : []),
  ].join('\n\n')
}

function differenceText({ step, at, what, expected, actual }: Schemas['Replay']['differences'][number], paint: Paint): string {
  return [
    `  ${paint('bold', `step ${step}`)}  ${what}`,
    `    at: ${at}`,
    wrapped(`was: ${expected}`, '    '),
    wrapped(`is now: ${actual}`, '    '),
  ].join('\n')
}

/** Where the world is, and how it stands. */
export function placeText({ world, journal }: Replayed): string {
  const { id, scenario, now, clock, base_url, api_key } = world
  return [
    `  World    ${id}, of the scenario "${scenario}"`,
    `  API      ${base_url}/3.0`,
    `  API key  ${api_key}`,
    `  Clock    ${now}, ${clock.mode}`,
    `  Journal  ${journal}`,
  ].join('\n')
}
